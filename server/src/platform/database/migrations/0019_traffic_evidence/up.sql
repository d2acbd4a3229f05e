-- How each event came; null in events of older versions. Encoded by domain/quality/evidence/evidence.ts:
-- version 1 | address hash 8 | network hash 8 | country 2 | agent 1 | flags 1 | ms since the offer 4 | …
alter table event add column evidence bytea;
alter table waiting_event add column evidence bytea;

-- The evidence in columns. A hash is null if the address identifies nobody, or if a server reported the event.
create view event_evidence as
select issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros,
       nullif(substr(evidence, 2, 8), '\x0000000000000000') as ip_hash,
       nullif(substr(evidence, 10, 8), '\x0000000000000000') as network_hash,
       case when substr(evidence, 18, 2) = '\x0000' then '' else encode(substr(evidence, 18, 2), 'escape') end as country,
       (array['SERVER', 'APP', 'BROWSER', 'BOT', 'MISSING'])[get_byte(evidence, 19) + 1] as agent,
       get_byte(evidence, 20) & 8 > 0 as country_mismatch,
       ('x' || encode(substr(evidence, 22, 4), 'hex'))::bit(32)::int as offer_ms,
       encode(substr(evidence, 49, get_byte(evidence, 47)), 'escape') as sdk
  from event
 where evidence is not null;

-- Hashes of addresses are keyed, with a key for each UTC month. A key is destroyed with the last row that needs it.
create table address_key (
  month      date primary key check (extract(day from month) = 1),
  sealed_key bytea not null
);

-- From which addresses accounts signed in, by keyed hash; kept for 30 days. The first sign-in of a UTC day.
create table signin_address (
  customer_id  integer not null references customer,
  ip_hash      bytea not null,
  utc_day      date not null,
  signed_in_at timestamptz not null,
  primary key (customer_id, ip_hash, utc_day)
);
create index signin_address_time on signin_address (signed_in_at);

-- Events that broke a rule. ENFORCE: invalid, not counted, not charged. OBSERVE: treated as valid.
create table judged_event (
  issue_day   date not null,
  offer_id    uuid not null,
  action      text not null,
  rule        text not null,
  mode        text not null check (mode in ('ENFORCE', 'OBSERVE')),
  received_at timestamptz not null,
  ad_id       integer not null,
  medium_id   integer not null,
  primary key (issue_day, offer_id, action)
);
create index judged_event_observed on judged_event (rule, received_at) where mode = 'OBSERVE';

-- The rules' settings, each from an instant on: events are judged by the settings of their own time of arrival, so it
-- does not matter when they are billed. The defaults are the program's; they have no row.
create table rule_setting (
  rule      text not null,
  since     timestamptz not null,
  threshold integer check (threshold >= 0),
  mode      text not null check (mode in ('ENFORCE', 'OBSERVE')),
  primary key (rule, since)
);

-- Devices that have had a place among the new devices of an address in an app. The hash is dropped after a day.
create table device_place (
  app_id    integer not null references app,
  device_id text not null,
  ip_hash   bytea,
  placed_at timestamptz not null,
  primary key (app_id, device_id)
);
insert into device_place (app_id, device_id, placed_at)
select app_id, device_id, seen_at from device_first_seen;
create index device_place_address on device_place (app_id, ip_hash, placed_at) where ip_hash is not null;

-- Invalid traffic by quarter-hour, so that a day in any time zone adds up. What is older counts at noon UTC.
alter table invalid_rollup add column quarter smallint not null default 49 check (quarter between 1 and 96);
alter table invalid_rollup drop constraint invalid_rollup_pkey, add primary key (reason, medium_id, utc_day, quarter);
alter table invalid_rollup_delta add column quarter smallint not null default 49 check (quarter between 1 and 96);
create or replace view invalid_rollup_now as
select reason, medium_id, utc_day, count, quarter from invalid_rollup
 union all
select reason, medium_id, utc_day, count, quarter from invalid_rollup_delta;

-- Invalid events of an ad, for its advertiser. An ad belongs to one partition of the log.
create table ad_invalid_rollup (
  ad_id   integer not null,
  utc_day date not null,
  quarter smallint not null check (quarter between 1 and 96),
  count   bigint not null,
  primary key (ad_id, utc_day, quarter)
);

-- What is no reason to refuse an event, but may be one to look at a unit.
create table signal_rollup (
  signal    text not null,
  medium_id integer not null,
  utc_day   date not null,
  count     bigint not null,
  primary key (signal, medium_id, utc_day)
);

-- The length of an ad's video; 0 without one. Delivery tells it to apps, and a watch is judged by it.
alter table ad add column video_ms integer not null default 0;

create function ad_video_ms() returns trigger language plpgsql as $$
begin
  new.video_ms := coalesce((select max(coalesce(source.duration_ms, f.duration_ms))
                              from file f left join file source on source.file_id = f.made_from
                             where f.name = any(new.materials) and f.folder in ('video', 'encoded')), 0);
  return new;
end $$;
create trigger ad_video_ms before insert or update of materials on ad
  for each row execute function ad_video_ms();
update ad set materials = materials where exists (
  select from file f where f.name = any(ad.materials) and f.folder in ('video', 'encoded'));

-- As before, and the length of the video.
create or replace trigger delivery_notify after insert or delete or update of
  campaign_id, customer_id, product, billing_type, name, camp_type, url_ios, url_aos, materials, countries, adult, week,
  day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, app_info, status, spent_micros, impressions,
  billable_events, video_ms
  on ad for each statement execute function notify_delivery();

grant select on event_evidence to voltline_app;
grant select, insert, update, delete on address_key to voltline_app;
grant select, insert, delete on signin_address, judged_event to voltline_app;
grant select, insert on rule_setting to voltline_app;
grant select, insert, update on device_place, ad_invalid_rollup, signal_rollup to voltline_app;
