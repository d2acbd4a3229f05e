-- Conventions. Money is whole micro-won in bigint columns named *_micros. Times are timestamptz and always come from
-- the program's clock: no column defaults to now(). Ids are positive integers.

-- People ------------------------------------------------------------------------------------------------------

create table customer (
  customer_id     integer generated always as identity primary key,
  type            text not null check (type in ('ADVERTISER', 'PUBLISHER')),
  -- As typed; email_key identifies the account.
  email           text not null,
  email_key       text not null unique,
  password_hash   text not null,
  first_name      text not null,
  last_name       text not null,
  company         text not null,
  timezone        text not null,
  country_code    text not null default 'KR',
  mobile_number   text not null default '',
  -- The advertiser's secret for signing postbacks, encrypted with the program's key.
  postback_secret bytea not null,
  blocked_at      timestamptz,
  blocked_reason  text not null default '',
  -- Marks demo accounts and the playground's.
  is_demo         boolean not null default false,
  registered_at   timestamptz not null,
  updated_at      timestamptz not null
);

create table operator (
  operator_id   integer generated always as identity primary key,
  email         text not null,
  email_key     text not null unique,
  password_hash text not null,
  admin_group   text not null check (admin_group in ('ADMINISTRATORS', 'USERS')),
  registered_at timestamptz not null
);

-- One live session per account: signing in ends the earlier ones.
create table session (
  session_id            bigint generated always as identity primary key,
  customer_id           integer references customer,
  operator_id           integer references operator,
  session_key_hash      bytea not null unique,
  started_at            timestamptz not null,
  password_confirmed_at timestamptz,
  ended_at              timestamptz,
  ended_by              text check (ended_by in ('SIGNOUT', 'SIGNIN', 'PASSWORD', 'BLOCK')),
  check ((customer_id is null) <> (operator_id is null))
);
create unique index session_one_live_customer on session (customer_id) where ended_at is null;
create unique index session_one_live_operator on session (operator_id) where ended_at is null;

-- A session's access tokens. A renewal does not shorten the old token's life.
create table access_token (
  token_hash bytea primary key,
  session_id bigint not null references session,
  issued_at  timestamptz not null,
  expires_at timestamptz not null
);
create index access_token_session on access_token (session_id);

-- Mailed links for sign-up and password reset: stored as hashes, single use, only the newest is valid.
create table mail_token (
  token_hash  bytea primary key,
  kind        text not null check (kind in ('signup', 'findpw')),
  email       text not null,
  email_key   text not null,
  customer_id integer references customer,
  issued_at   timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz,
  replaced_at timestamptz
);
create index mail_token_email on mail_token (kind, email_key);

create table verification_code (
  email_key  text primary key,
  code_hash  bytea not null,
  tries      integer not null default 0 check (tries between 0 and 5),
  issued_at  timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);

-- A passed human check covers each guarded call once.
create table human_pass (
  pass_hash  bytea primary key,
  expires_at timestamptz not null,
  used_for   text[] not null default '{}'
);
-- Solved challenges, so that each is accepted once.
create table human_challenge_used (
  challenge_hash bytea primary key,
  expires_at     timestamptz not null
);

-- Failed attempts per key (account and address), for back-off without locking the owner out.
create table throttle (
  key           text primary key,
  failures      integer not null,
  blocked_until timestamptz not null,
  forget_at     timestamptz not null
);

create table contact_message (
  message_id  integer generated always as identity primary key,
  customer_id integer references customer,
  name        text not null,
  email       text not null,
  company     text not null,
  mobile      text not null,
  message     text not null,
  received_at timestamptz not null,
  closed_at   timestamptz,
  closed_by   integer references operator
);

-- Files, mail, jobs -------------------------------------------------------------------------------------------

create table file (
  file_id      bigint generated always as identity primary key,
  -- Random, chosen by the server; the name in URLs and in the file store.
  name         text not null unique,
  customer_id  integer references customer,
  folder       text not null check (folder in ('image', 'video', 'encoded', 'poster', 'icon', 'bankbook', 'certificate', 'chart')),
  content_type text not null,
  bytes_max    integer not null check (bytes_max > 0),
  is_private   boolean not null,
  state        text not null default 'ISSUED' check (state in ('ISSUED', 'RECEIVING', 'STORED', 'FAILED')),
  bytes        integer,
  sha256       bytea,
  width        integer,
  height       integer,
  duration_ms  integer,
  -- The uploaded video that an encoded file or poster was made from.
  made_from    bigint references file,
  original_name text not null default '',
  issued_at    timestamptz not null,
  expires_at   timestamptz not null,
  stored_at    timestamptz
);
create index file_owner on file (customer_id);

-- The encoding of an uploaded video.
create table video_job (
  file_id     bigint primary key references file,
  state       text not null check (state in ('WAITING', 'COMPLETE', 'ERROR')),
  output_name text,
  poster_name text,
  error       text not null default '',
  asked_at    timestamptz not null,
  finished_at timestamptz
);

create table mail (
  mail_id    bigint generated always as identity primary key,
  recipient  text not null,
  subject    text not null,
  text       text not null,
  html       text not null,
  links      text[] not null default '{}',
  created_at timestamptz not null,
  sent_at    timestamptz,
  attempts   integer not null default 0,
  error      text not null default ''
);
create index mail_recipient on mail (recipient, mail_id desc);

create table job (
  job_id      bigint generated always as identity primary key,
  kind        text not null,
  payload     jsonb not null,
  -- At most one waiting job per key, if a key is set.
  unique_key  text,
  run_at      timestamptz not null,
  leased_until timestamptz,
  attempts    integer not null default 0,
  attempts_max integer not null,
  finished_at timestamptz,
  error       text not null default ''
);
create index job_due on job (run_at) where finished_at is null;
create unique index job_unique on job (kind, unique_key) where finished_at is null and unique_key is not null;

-- Advertisers -------------------------------------------------------------------------------------------------

create table campaign (
  campaign_id   integer generated always as identity primary key,
  customer_id   integer not null references customer,
  name          text not null,
  camp_type     text not null check (camp_type in ('IOS', 'AOS', 'BOTH', 'WEB')),
  budget_micros bigint not null check (budget_micros > 0),
  spent_micros  bigint not null default 0 check (spent_micros >= 0 and spent_micros <= budget_micros),
  comment       text not null default '',
  default_time  text not null default '',
  url_ios       text not null default '',
  url_aos       text not null default '',
  countries     text[] not null,
  registered_at timestamptz not null,
  updated_at    timestamptz not null
);
create index campaign_owner on campaign (customer_id, campaign_id desc);

create table ad (
  ad_id               integer generated always as identity primary key,
  campaign_id         integer not null references campaign,
  -- The campaign's owner, repeated here so that lists and locks need no join.
  customer_id         integer not null references customer,
  product             text not null check (product in ('BANNER', 'INTERSTITIAL', 'VIDEO')),
  billing_type        text not null check (billing_type in ('CPM', 'CPC', 'CPV', 'nCPI', 'nCPA')),
  name                text not null,
  comment             text not null default '',
  camp_type           text not null check (camp_type in ('IOS', 'AOS', 'BOTH')),
  url_ios             text not null default '',
  url_aos             text not null default '',
  materials           text[] not null,
  countries           text[] not null,
  adult               boolean not null default false,
  -- Hour masks, Sunday first; bit h is hour h in the advertiser's zone.
  week                integer[] not null check (cardinality(week) = 7),
  day_limit_micros    bigint not null check (day_limit_micros > 0),
  budget_limit_micros bigint not null check (budget_limit_micros > 0),
  -- Whole won; per 1,000 impressions for CPM.
  min_cost            integer not null check (min_cost > 0),
  max_cost            integer not null check (max_cost >= min_cost),
  gm_id               integer not null default 0,
  aud_id              integer not null default 0,
  video_length        double precision not null default 0,
  app_info            jsonb,
  status              text not null default 'FIRST' check (status in ('FIRST', 'WAITING', 'INPROGRESS', 'COMPLETE')),
  -- Written by delivery.
  winning             boolean not null default false,
  -- Written by billing, over the ad's life. A limit may be lowered below the amount spent, so no check compares them.
  spent_micros        bigint not null default 0 check (spent_micros >= 0),
  impressions         bigint not null default 0,
  clicks              bigint not null default 0,
  -- Counted events of the billed kind, charged or not: the numerator of the ad's event rate.
  billable_events     bigint not null default 0,
  -- Charged events only: the divisor of AvgCost.
  billed_events       bigint not null default 0,
  registered_at       timestamptz not null,
  updated_at          timestamptz not null
);
create index ad_campaign on ad (campaign_id, ad_id desc);
create index ad_owner on ad (customer_id, status);
create index ad_live on ad (ad_id) where status = 'INPROGRESS';

-- Spending days that a change of time zone has stretched, so that nobody gains a second day limit. All other days run
-- from midnight to midnight in the advertiser's zone and have no row.
create table advertiser_day (
  customer_id integer not null references customer,
  starts_at   timestamptz not null,
  ends_at     timestamptz not null check (ends_at > starts_at),
  primary key (customer_id, starts_at)
);

-- What an ad has spent in a spending day. Written by billing.
create table ad_day (
  ad_id         integer not null references ad,
  day_starts_at timestamptz not null,
  day_ends_at   timestamptz not null,
  spent_micros  bigint not null check (spent_micros >= 0),
  primary key (ad_id, day_starts_at)
);

-- Publishers --------------------------------------------------------------------------------------------------

create table app (
  app_id         integer generated always as identity primary key,
  customer_id    integer not null references customer,
  name           text not null,
  platform       text not null check (platform in ('IOS', 'AOS')),
  store_url      text not null,
  adult          boolean not null default false,
  approval       boolean not null default false,
  reject_reason  text not null default '',
  -- Encrypted to be shown to its owner; hashed to be looked up.
  api_key        bytea,
  api_key_hash   bytea unique,
  api_key_status smallint not null default -1 check (api_key_status in (-1, 0, 1)),
  key_asked_at   timestamptz,
  registered_at  timestamptz not null,
  updated_at     timestamptz not null,
  unique (platform, store_url),
  check ((api_key_status = 1) = (api_key_hash is not null))
);
create index app_owner on app (customer_id, app_id desc);

create table medium (
  medium_id     integer generated always as identity primary key,
  app_id        integer not null references app,
  name          text not null,
  product       text not null check (product in ('BANNER', 'INTERSTITIAL', 'VIDEO')),
  active        boolean not null default true,
  reward        text not null default '',
  rewards       integer not null default 0 check (rewards >= 0),
  registered_at timestamptz not null,
  updated_at    timestamptz not null
);
create index medium_app on medium (app_id, medium_id desc);

create table app_reward (
  app_reward_id integer generated always as identity primary key,
  app_id        integer not null references app,
  reward_key    text not null unique,
  reward_name   text not null,
  reward        integer not null check (reward > 0),
  removed_at    timestamptz,
  registered_at timestamptz not null,
  updated_at    timestamptz not null
);
create index app_reward_app on app_reward (app_id, app_reward_id desc);

-- One claim per UTC day, device and reward.
create table app_reward_claim (
  app_reward_id integer not null references app_reward,
  device_id     text not null,
  utc_day       date not null,
  claimed_at    timestamptz not null,
  primary key (app_reward_id, device_id, utc_day)
);

create table payout_account (
  customer_id   integer primary key references customer,
  name          text not null,
  bank          text not null,
  number        text not null,
  country_code  text not null,
  mobile_number text not null,
  bank_book     text not null references file (name),
  certificate   text not null references file (name),
  -- When bank or number last changed.
  changed_at    timestamptz not null,
  updated_at    timestamptz not null
);

create table payout_request (
  request_id   integer generated always as identity primary key,
  customer_id  integer not null references customer,
  -- First day of the month of its application window: one request per window, whatever its status.
  window_month date not null,
  amount_won   bigint not null check (amount_won > 0),
  status       text not null check (status in ('WAITING', 'COMPLETE', 'HOLD')),
  reason       text not null default '',
  name         text not null,
  bank         text not null,
  number       text not null,
  account_changed boolean not null,
  requested_at timestamptz not null,
  answered_at  timestamptz,
  answered_by  integer references operator,
  unique (customer_id, window_month)
);

-- Closed Asia/Seoul months of a publisher. Never changed: a later correction is a ledger entry of its own.
create table revenue_month (
  customer_id    integer not null references customer,
  month          date not null,
  revenue_micros bigint not null,
  impressions    bigint not null,
  closed_at      timestamptz not null,
  primary key (customer_id, month)
);

-- Ledger ------------------------------------------------------------------------------------------------------

-- Kinds: CASH of an advertiser, REVENUE and RESERVED (applied for, not yet paid) of a publisher, VOLTS of a device
-- in an app, NETWORK (ours), OUTSIDE (the other side of cash paid in and payouts paid out).
create table ledger_account (
  account_id     bigint generated always as identity primary key,
  kind           text not null check (kind in ('CASH', 'REVENUE', 'RESERVED', 'VOLTS', 'NETWORK', 'OUTSIDE')),
  customer_id    integer references customer,
  app_id         integer references app,
  device_id      text,
  balance_micros bigint not null default 0,
  check ((kind in ('CASH', 'REVENUE', 'RESERVED')) = (customer_id is not null)),
  check ((kind = 'VOLTS') = (app_id is not null and device_id is not null)),
  check (kind = 'OUTSIDE' or balance_micros >= 0)
);
create unique index ledger_account_customer on ledger_account (kind, customer_id) where customer_id is not null;
create unique index ledger_account_device on ledger_account (app_id, device_id) where kind = 'VOLTS';
create unique index ledger_account_own on ledger_account (kind) where kind in ('NETWORK', 'OUTSIDE');

create table ledger_transfer (
  transfer_id bigint generated always as identity primary key,
  -- The same cause always has the same key, so a replay posts nothing.
  key         text not null unique,
  kind        text not null check (kind in ('CREDIT', 'CHARGE', 'PAYOUT_REQUEST', 'PAYOUT_RELEASE', 'PAYOUT_PAID', 'CORRECTION')),
  reason      text not null default '',
  -- A correction names the transfer that it corrects.
  corrects    bigint references ledger_transfer,
  posted_at   timestamptz not null
);
create index ledger_transfer_time on ledger_transfer (posted_at);
-- Corrections are rare among the charges, and a publisher's payable amount includes them.
create index ledger_transfer_correction on ledger_transfer (transfer_id) where kind = 'CORRECTION';

create table ledger_entry (
  entry_id      bigint generated always as identity primary key,
  transfer_id   bigint not null references ledger_transfer,
  account_id    bigint not null references ledger_account,
  amount_micros bigint not null check (amount_micros <> 0)
);
create index ledger_entry_account on ledger_entry (account_id, entry_id);
create index ledger_entry_transfer on ledger_entry (transfer_id);

-- Event log ---------------------------------------------------------------------------------------------------

-- An explicit sequence: identity columns of partitioned tables need PostgreSQL 17.
create sequence event_seq;

-- Partitioned by the UTC day on which the offer was issued, so that a repeat hits the same unique key.
create table event (
  issue_day    date not null,
  offer_id     uuid not null,
  action       text not null check (action in ('IMPRESSION', 'WATCH', 'CLICK', 'INSTALL', 'ACTION')),
  received_at  timestamptz not null,
  ad_id        integer not null,
  medium_id    integer not null,
  device_id    text not null,
  -- Per billable event.
  price_micros bigint not null check (price_micros >= 0),
  -- The transaction that wrote the row: billing reads only below the oldest open transaction.
  tx           xid8 not null default pg_current_xact_id(),
  seq          bigint not null default nextval('event_seq'),
  primary key (issue_day, offer_id, action)
) partition by range (issue_day);
create index event_order on event (tx, seq);

-- How far billing has read. One row.
create table billing_position (
  only_row boolean primary key default true check (only_row),
  tx       xid8 not null,
  seq      bigint not null,
  -- Everything that arrived before this instant has been billed.
  billed_until timestamptz not null,
  -- Incremented by every billing process that takes over, which fences a paused one.
  fence    bigint not null default 0
);

-- Clicks, watches, installs and actions that arrived before the event they depend on.
create table waiting_event (
  issue_day   date not null,
  offer_id    uuid not null,
  action      text not null,
  received_at timestamptz not null,
  primary key (issue_day, offer_id, action)
);
create index waiting_event_age on waiting_event (received_at);

-- Counted events of an offer, kept as long as an install can follow its click.
create table counted_event (
  issue_day   date not null,
  offer_id    uuid not null,
  action      text not null,
  received_at timestamptz not null,
  charged_micros bigint not null,
  primary key (issue_day, offer_id, action)
) partition by range (issue_day);

-- One install per device and campaign in 7 days.
create table campaign_install (
  campaign_id  integer not null references campaign,
  device_id    text not null,
  installed_at timestamptz not null,
  primary key (campaign_id, device_id)
);

-- Rollups: one row per ad or medium and UTC day, with 96 quarter-hours, so that a day in any time zone adds up exactly.
-- Element q is the running sum from midnight UTC to the end of quarter q: the figure of any span is one subtraction, and
-- element 96 is the whole day. Read them with domain/reports/rollup.
create table ad_rollup (
  ad_id       integer not null references ad,
  utc_day     date not null,
  impressions integer[] not null check (cardinality(impressions) = 96),
  clicks      integer[] not null check (cardinality(clicks) = 96),
  watches     integer[] not null check (cardinality(watches) = 96),
  installs    integer[] not null check (cardinality(installs) = 96),
  actions     integer[] not null check (cardinality(actions) = 96),
  unpaid      integer[] not null check (cardinality(unpaid) = 96),
  cost_micros bigint[] not null check (cardinality(cost_micros) = 96),
  primary key (ad_id, utc_day)
);

create table medium_rollup (
  medium_id      integer not null references medium,
  utc_day        date not null,
  impressions    integer[] not null check (cardinality(impressions) = 96),
  clicks         integer[] not null check (cardinality(clicks) = 96),
  watches        integer[] not null check (cardinality(watches) = 96),
  installs       integer[] not null check (cardinality(installs) = 96),
  actions        integer[] not null check (cardinality(actions) = 96),
  unpaid         integer[] not null check (cardinality(unpaid) = 96),
  revenue_micros bigint[] not null check (cardinality(revenue_micros) = 96),
  primary key (medium_id, utc_day)
);

-- Invalid traffic by reason, medium and UTC day, kept forever; medium 0 if unknown.
create table invalid_rollup (
  reason    text not null,
  medium_id integer not null,
  utc_day   date not null,
  count     bigint not null,
  primary key (reason, medium_id, utc_day)
);

-- Ads that did not serve, counted by reason and UTC day.
create table no_serve_rollup (
  reason  text not null,
  ad_id   integer not null,
  utc_day date not null,
  count   bigint not null,
  primary key (reason, ad_id, utc_day)
);

-- Requests by medium, UTC day and response code.
create table request_rollup (
  medium_id integer not null,
  utc_day   date not null,
  answer    text not null,
  count     bigint not null,
  primary key (medium_id, utc_day, answer)
);

-- One row per app, device and UTC day with a mask of its 96 quarter-hours; kept 200 days.
create table device_day (
  app_id    integer not null references app,
  utc_day   date not null,
  device_id text not null,
  quarters  bit(96) not null,
  primary key (app_id, utc_day, device_id)
);
create table device_first_seen (
  app_id    integer not null references app,
  device_id text not null,
  seen_at   timestamptz not null,
  primary key (app_id, device_id)
);
create index device_first_seen_time on device_first_seen (app_id, seen_at);

create table blocked_device (
  device_id  text primary key,
  reason     text not null,
  blocked_at timestamptz not null,
  blocked_by integer references operator
);

-- Operation ---------------------------------------------------------------------------------------------------

create table setting (
  key        text primary key,
  value      jsonb not null,
  updated_at timestamptz not null
);

-- Append-only: who changed what, with the values before and after. The worker chains batches by hash.
create table audit (
  audit_id    bigint generated always as identity primary key,
  at          timestamptz not null,
  customer_id integer,
  operator_id integer,
  action      text not null,
  entity      text not null,
  entity_id   bigint,
  was         jsonb,
  became      jsonb
);
create index audit_customer on audit (customer_id, audit_id desc);
create index audit_time on audit (at);

create table audit_link (
  link_id       integer generated always as identity primary key,
  first_audit   bigint not null,
  last_audit    bigint not null,
  previous_hash bytea not null,
  hash          bytea not null,
  linked_at     timestamptz not null
);

-- The program's role: it reads and writes everything, but can only append to the history.
do $$
begin
  if not exists (select from pg_roles where rolname = 'voltline_app') then
    create role voltline_app nologin;
  end if;
end $$;
grant voltline_app to current_user;
grant usage on schema public to voltline_app;
grant select, insert, update, delete on all tables in schema public to voltline_app;
grant usage on all sequences in schema public to voltline_app;
revoke update, delete on ledger_transfer, ledger_entry, audit, audit_link, revenue_month, event, counted_event from voltline_app;
