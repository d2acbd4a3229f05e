-- Suspicious traffic of a unit in a period, both ends included. While a case is OPEN, the publisher's part of the charges
-- in its period is held: revenue, but not payable. CONFIRMED: they were corrected. RELEASED: they are free.
create table quality_case (
  case_id       integer generated always as identity primary key,
  medium_id     integer not null references medium,
  origin        text not null check (origin in ('DETECTOR', 'OPERATOR')),
  status        text not null default 'OPEN' check (status in ('OPEN', 'CONFIRMED', 'RELEASED')),
  from_at       timestamptz not null,
  to_at         timestamptz not null,
  -- [{signal, value, norm, z}], the strongest so far of each.
  signals       jsonb not null default '[]',
  -- Of the operator who opened it; empty if the detectors did.
  reason        text not null default '',
  opened_by     integer references operator,
  opened_at     timestamptz not null,
  -- As they were when the case was decided; while it is OPEN they are read from the figures.
  amount_micros bigint check (amount_micros >= 0),
  events        bigint,
  answer        text not null default '',
  decided_by    integer references operator,
  decided_at    timestamptz,
  correction_id integer references correction,
  appeal        text not null default '',
  appealed_at   timestamptz,
  check (from_at <= to_at),
  check ((origin = 'OPERATOR') = (opened_by is not null)),
  check ((status = 'OPEN') = (decided_at is null)),
  check (num_nulls(amount_micros, events, decided_by, decided_at) in (0, 4)),
  check ((appeal = '') = (appealed_at is null))
);
-- A unit has at most one open case from the detectors; later hours extend it.
create unique index quality_case_detector on quality_case (medium_id) where status = 'OPEN' and origin = 'DETECTOR';
create index quality_case_medium on quality_case (medium_id, to_at);
create index quality_case_open on quality_case (case_id) where status = 'OPEN';

-- What was done about a case. Never changed.
create table case_log (
  case_log_id bigint generated always as identity primary key,
  case_id     integer not null references quality_case,
  at          timestamptz not null,
  action      text not null check (action in ('OPENED', 'EXTENDED', 'APPEALED', 'CONFIRMED', 'RELEASED')),
  operator_id integer references operator,
  text        text not null default ''
);
create index case_log_case on case_log (case_id, case_log_id);

-- What was held when the publisher applied, so that an operator sees what was payable then.
alter table payout_request add column held_micros bigint not null default 0;

-- The decided events of a billing batch and hour, packed by domain/quality/detectors/packed-events.ts: one row for each
-- batch, which the worker adds to unit_hour once the hour is over.
create table traffic_batch (
  traffic_batch_id bigint generated always as identity primary key,
  hour_at          timestamptz not null,
  events           bytea not null
);
create index traffic_batch_hour on traffic_batch (hour_at);
alter table traffic_batch alter column events set storage external;

-- A unit's traffic of one hour, as the detectors compare it. Kept for the longest window and a day more.
create table unit_hour (
  hour_at         timestamptz not null,
  medium_id       integer not null references medium,
  impressions     integer not null,
  clicks          integer not null,
  watches         integer not null,
  installs        integer not null,
  actions         integer not null,
  invalid         integer not null,
  -- Events reported by apps and browsers, and those of them whose address identifies somebody.
  reported        integer not null,
  addressed       integer not null,
  mismatched      integer not null,
  -- Devices of the hour, those new to the app, those with enough impressions to compare gaps, and those whose gaps are
  -- all alike.
  devices         integer not null,
  new_devices     integer not null,
  gap_devices     integer not null,
  regular_devices integer not null,
  -- Installs by the time since their click, in the classes of domain/quality/detectors/install-times.ts.
  install_times   integer[] not null,
  -- {country: events}; {hash: events} of the addresses and networks with the most events.
  countries       jsonb not null,
  addresses       jsonb not null,
  networks        jsonb not null,
  primary key (hour_at, medium_id)
);
create index unit_hour_medium on unit_hour (medium_id, hour_at);

-- A unit's invalid events of some days; the primary key begins with the reason.
create index invalid_rollup_medium on invalid_rollup (medium_id, utc_day);

grant select, insert, update on quality_case to voltline_app;
grant select, insert on case_log to voltline_app;
grant select, insert, delete on traffic_batch to voltline_app;
grant select, insert, update, delete on unit_hour to voltline_app;
grant usage on sequence quality_case_case_id_seq, case_log_case_log_id_seq, traffic_batch_traffic_batch_id_seq
  to voltline_app;
