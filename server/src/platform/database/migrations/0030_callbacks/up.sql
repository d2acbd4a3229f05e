-- What an app sent with a watch for the unit's reward callback (domain/callback/passthrough.ts); null without it.
alter table event add column passthrough text;
alter table waiting_event add column passthrough text;

-- Where the publisher's server is told about the rewards of a unit.
create table medium_callback (
  medium_id     integer primary key references medium,
  url           text not null check (length(url) between 1 and 1024),
  -- Of the URL: at most eight callbacks are sent to a host at the same time.
  host          text not null check (host <> ''),
  active        boolean not null,
  sealed_secret bytea not null,
  updated_at    timestamptz not null
);
create index medium_callback_host on medium_callback (host, medium_id) where active;

-- One callback for each counted watch of a unit whose callback was on. The billing batch that counts the watch inserts
-- it. Deleted after 30 days.
create table reward_callback (
  event_id     uuid primary key,
  medium_id    integer not null references medium,
  user_id      text not null,
  custom       text not null,
  reward       text not null,
  rewards      integer not null,
  watched_at   timestamptz not null,
  status       text not null default 'WAITING' check (status in ('WAITING', 'DELIVERED', 'FAILED')),
  tries        integer not null default 0,
  -- Tries since the callback was queued or sent again; it decides the next wait.
  planned      integer not null default 0,
  next_try_at  timestamptz,
  -- A try is under way until then, unless its process died. The number grows with every try: a process with an older one
  -- has lost the callback.
  leased_until timestamptz,
  lease        integer not null default 0,
  http_status  integer not null default 0,
  ms           integer not null default 0,
  body         text not null default '',
  check ((status = 'WAITING') = (next_try_at is not null))
);
create index reward_callback_due on reward_callback (medium_id, next_try_at) where status = 'WAITING';
create index reward_callback_leased on reward_callback (leased_until) where leased_until is not null;
create index reward_callback_list on reward_callback (medium_id, watched_at desc, event_id);
create index reward_callback_user on reward_callback (medium_id, user_id, watched_at desc);
create index reward_callback_time on reward_callback (watched_at);

grant select, insert, update on medium_callback to voltline_app;
grant select, insert, update, delete on reward_callback to voltline_app;
