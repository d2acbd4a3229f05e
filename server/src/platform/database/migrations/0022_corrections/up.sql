-- What an operator took back: charges of a period by unit, ad, device or rule, with the reason. Kept for ever.
create table correction (
  correction_id integer generated always as identity primary key,
  medium_id     integer references medium,
  ad_id         integer references ad,
  device_id     text,
  rule          text,
  from_at       timestamptz not null,
  to_at         timestamptz not null,
  reason        text not null check (reason <> ''),
  charges       integer not null check (charges > 0),
  price_micros  bigint not null check (price_micros > 0),
  operator_id   integer not null references operator,
  corrected_at  timestamptz not null,
  check (num_nonnulls(medium_id, ad_id, device_id, rule) = 1),
  check (from_at <= to_at)
);

-- Each CORRECTION transfer of a correction reverses charges of one transfer, so of one advertiser, app and Seoul day.
-- After the close of that day's month, the publisher's part is taken from the payable revenue; before it, the month
-- closes without it.
create table correction_transfer (
  transfer_id      bigint primary key references ledger_transfer,
  correction_id    integer not null references correction,
  advertiser_id    integer not null references customer,
  publisher_id     integer not null references customer,
  charges          integer not null check (charges > 0),
  price_micros     bigint not null,
  publisher_micros bigint not null,
  is_after_close   boolean not null
);
create index correction_transfer_publisher on correction_transfer (publisher_id);
create index correction_transfer_correction on correction_transfer (correction_id);

-- The primary key is the promise that a charge is corrected at most once. The user gives back at most what is left of the
-- volts; the network covers the rest.
create table corrected_charge (
  transfer_id  bigint not null references correction_transfer,
  offer_id     uuid not null,
  volts_micros bigint not null check (volts_micros >= 0),
  issue_day    date not null,
  action       text not null check (action in ('IMPRESSION', 'WATCH', 'CLICK', 'INSTALL', 'ACTION')),
  primary key (issue_day, offer_id, action)
);
create index corrected_charge_transfer on corrected_charge (transfer_id);

-- The prices of an ad's corrected events, by the quarter-hour (1 to 96) of their own UTC day.
create table ad_corrected (
  ad_id            integer not null references ad,
  utc_day          date not null,
  quarter          integer not null check (quarter between 1 and 96),
  corrected_micros bigint not null check (corrected_micros > 0),
  primary key (ad_id, utc_day, quarter)
);

-- Charges of a period. They are written in about the order of their arrival, so a summary of the pages is enough.
create index charge_received on charge using brin (received_at) with (pages_per_range = 16, autosummarize = on);

-- Later revenue offsets a publisher's negative revenue, and the network covers volts that are gone.
alter table ledger_account drop constraint ledger_account_check2;
alter table ledger_account add constraint ledger_account_not_negative
  check (kind in ('OUTSIDE', 'REVENUE', 'NETWORK') or balance_micros >= 0);

-- Cash taken back from an advertiser.
alter table ledger_transfer drop constraint ledger_transfer_kind_check;
alter table ledger_transfer add constraint ledger_transfer_kind_check
  check (kind in ('CREDIT', 'DEBIT', 'CHARGE', 'PAYOUT_REQUEST', 'PAYOUT_RELEASE', 'PAYOUT_PAID', 'CORRECTION'));

-- RELEASED: its amount went back to the revenue. Final, like COMPLETE.
alter table payout_request drop constraint payout_request_status_check;
alter table payout_request add constraint payout_request_status_check
  check (status in ('WAITING', 'COMPLETE', 'HOLD', 'RELEASED'));

grant select, insert on correction, correction_transfer, corrected_charge to voltline_app;
grant select, insert, update on ad_corrected to voltline_app;
grant usage on sequence correction_correction_id_seq to voltline_app;
