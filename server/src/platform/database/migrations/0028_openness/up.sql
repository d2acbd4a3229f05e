-- Of a charged event: the country of its request ('' if unknown), and whether a rival's rank set the price.
alter table charge
  add column country text not null default '',
  add column runner_up boolean not null default false;

-- Events that cost nothing, for the lists of charges and earnings; kept for 200 days. UNPAID: of the billed kind, but no
-- limit covered the price. INVALID: under a rule or a reason of counting.
create table uncharged_event (
  offer_id     uuid not null,
  received_at  timestamptz not null,
  price_micros bigint not null,
  issue_day    date not null,
  ad_id        integer not null,
  medium_id    integer not null,
  action       text not null check (action in ('IMPRESSION', 'WATCH', 'CLICK', 'INSTALL', 'ACTION')),
  status       text not null check (status in ('UNPAID', 'INVALID')),
  rule         text not null check ((rule = '') = (status = 'UNPAID')),
  country      text not null,
  device_id    text not null,
  runner_up    boolean not null,
  primary key (issue_day, offer_id, action)
);
create index uncharged_event_ad on uncharged_event (ad_id, received_at);
create index uncharged_event_medium on uncharged_event (medium_id, received_at);

-- Where an ad ran, by quarter-hour (1 to 96) of the UTC day; kept for 200 days. An ad belongs to one partition of the log.
-- The cost is without corrected charges.
create table ad_medium_quarter (
  ad_id       integer not null,
  medium_id   integer not null,
  utc_day     date not null,
  quarter     smallint not null check (quarter between 1 and 96),
  impressions integer not null,
  clicks      integer not null,
  watches     integer not null,
  installs    integer not null,
  actions     integer not null,
  invalid     integer not null,
  cost_micros bigint not null,
  primary key (ad_id, utc_day, quarter, medium_id)
) with (fillfactor = 80);
create index ad_medium_quarter_day on ad_medium_quarter using brin (utc_day);

-- What users of apps reported about ads, once for each offer. Open until the next review of the ad.
create table ad_report (
  offer_id    uuid primary key,
  issue_day   date not null,
  ad_id       integer not null references ad,
  medium_id   integer not null references medium,
  reason      text not null check (reason <> ''),
  reported_at timestamptz not null,
  closed_at   timestamptz
);
create index ad_report_open on ad_report (ad_id, reported_at) where closed_at is null;

-- A closed month, proved: the root of the tree over its charges and corrections. Kept for ever, never changed.
create table month_proof (
  month          date primary key check (extract(day from month) = 1),
  leaves         bigint not null,
  root           bytea not null check (length(root) = 32),
  -- The root of the month before; null in the first.
  previous       bytea check (length(previous) = 32),
  -- Charges with a later transfer are not of this month, whatever their time.
  last_transfer  bigint not null,
  -- Over month, root and previous, by the key of receipts.
  jws            text not null,
  proved_at      timestamptz not null
);

-- The parts of the tree: one for each customer that the month concerns.
create table month_proof_customer (
  month       date not null references month_proof,
  customer_id integer not null references customer,
  leaves      bigint not null,
  root        bytea not null check (length(root) = 32),
  -- Random, so that nobody who sees the hash of another customer's part can guess its content.
  blind       bytea not null check (length(blind) = 32),
  sum_micros  bigint not null,
  primary key (month, customer_id)
);

-- The names of apps at the close: a statement must not change when an app is renamed.
create table month_proof_app (
  month  date not null references month_proof deferrable initially deferred,
  app_id integer not null references app,
  name   text not null,
  primary key (month, app_id)
);

grant select, insert, delete on uncharged_event to voltline_app;
grant select, insert, update, delete on ad_medium_quarter to voltline_app;
grant select, insert, update on ad_report to voltline_app;
grant select, insert on month_proof, month_proof_customer, month_proof_app to voltline_app;
