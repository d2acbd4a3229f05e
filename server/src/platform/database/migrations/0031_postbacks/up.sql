-- What a measurement partner puts into its postbacks in place of a signature. The current one has no end; a renewed one
-- stays valid for a day.
create table postback_token (
  token_id     integer generated always as identity primary key,
  campaign_id  integer not null references campaign,
  sealed_token bytea not null,
  valid_until  timestamptz
);
create unique index postback_token_current on postback_token (campaign_id) where valid_until is null;
create index postback_token_campaign on postback_token (campaign_id);
create index postback_token_end on postback_token (valid_until) where valid_until is not null;

-- The names of the events that bill; none: every event bills.
alter table campaign add column postback_events text[] not null default '{}';

-- The postbacks of a campaign. What billing decided later is not here, but in uncharged_event. Deleted after 30 days.
create table postback (
  postback_id bigint generated always as identity primary key,
  campaign_id integer not null references campaign,
  received_at timestamptz not null,
  kind        text not null check (kind in ('INSTALL', 'ACTION')),
  issue_day   date not null,
  offer_id    uuid not null,
  click_id    text not null,
  event       text not null,
  reason      text not null check (reason in ('', 'not_listed', 'repeated', 'bad_token', 'expired_click'))
);
create index postback_campaign on postback (campaign_id, postback_id desc);
create index postback_time on postback (received_at);
-- An event that does not bill counts once for each click and name.
create unique index postback_not_listed on postback (issue_day, offer_id, event) where reason = 'not_listed';

grant select, insert, update, delete on postback_token to voltline_app;
grant select, insert, delete on postback to voltline_app;
grant usage on sequence postback_token_token_id_seq, postback_postback_id_seq to voltline_app;
