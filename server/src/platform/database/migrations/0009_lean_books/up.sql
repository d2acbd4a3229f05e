-- A charged event: its price, how it was split, and the transfer that moved the money. The rest of the price is the
-- network's. The row also proves that the event counted; counted_event holds the counted events that were not charged.
-- Kept for ever, in monthly partitions. Without foreign keys, which would look up two rows for every event: the proof of
-- the books compares all charges with their transfers.
create table charge (
  offer_id         uuid not null,
  received_at      timestamptz not null,
  price_micros     bigint not null,
  publisher_micros bigint not null,
  user_micros      bigint not null,
  transfer_id      bigint not null,
  issue_day        date not null,
  -- These three are null if the event was deleted before this table existed.
  ad_id            integer,
  medium_id        integer,
  action           text not null check (action in ('IMPRESSION', 'WATCH', 'CLICK', 'INSTALL', 'ACTION')),
  device_id        text,
  primary key (issue_day, offer_id, action),
  check (price_micros > 0 and publisher_micros >= 0 and user_micros >= 0
         and publisher_micros + user_micros <= price_micros)
) partition by range (issue_day);
-- From a transfer to its charges. A batch writes neighbouring numbers to neighbouring pages, so a summary of the pages
-- is enough.
create index charge_transfer on charge using brin (transfer_id) with (pages_per_range = 16, autosummarize = on);

-- The volts of a device in an app: the parts of the app's VOLTS account. One row per partition of the event log, so that
-- two partitions never wait for each other; the sum is the device's.
create table device_volts (
  app_id         integer not null,
  partition      integer not null,
  balance_micros bigint not null check (balance_micros >= 0),
  device_id      text not null,
  primary key (app_id, device_id, partition)
) with (fillfactor = 80);

-- Credits that are not yet part of their account's balance. Billing only inserts; the worker folds.
create table ledger_unfolded (
  account_id    bigint not null references ledger_account,
  amount_micros bigint not null check (amount_micros > 0),
  posted_at     timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index ledger_unfolded_account on ledger_unfolded (account_id);

-- What is not yet part of medium_rollup, by quarter-hour (1 to 96).
create table medium_rollup_delta (
  medium_id      integer not null references medium,
  utc_day        date not null,
  quarter        integer not null check (quarter between 1 and 96),
  impressions    integer not null,
  clicks         integer not null,
  watches        integer not null,
  installs       integer not null,
  actions        integer not null,
  unpaid         integer not null,
  revenue_micros bigint not null,
  posted_at      timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- What is not yet part of invalid_rollup.
create table invalid_rollup_delta (
  reason    text not null,
  medium_id integer not null,
  utc_day   date not null,
  count     bigint not null,
  posted_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- The books as they are ------------------------------------------------------------------------------------------

-- One partition for each month that has charges, and for each month that has events.
do $$
declare
  first_day date;
begin
  for first_day in
    select distinct date_trunc('month', left(key, 10)::date)::date from ledger_transfer
     where kind = 'CHARGE' and key ~ '^\d{4}-\d\d-\d\d [0-9a-f-]{36} [A-Z]+$'
     union
    select distinct date_trunc('month', to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD'))::date
      from pg_inherits where inhparent = 'event'::regclass
  loop
    execute format('create table %I partition of charge for values from (%L) to (%L)',
                   'charge_' || to_char(first_day, 'YYYYMM'), first_day, first_day + interval '1 month');
  end loop;
end $$;

-- Every charge was a transfer of its own, named by issue day, offer and action.
insert into charge (issue_day, offer_id, action, received_at, ad_id, medium_id, device_id,
                    price_micros, publisher_micros, user_micros, transfer_id)
select parts.issue_day, parts.offer_id, parts.action, parts.posted_at, e.ad_id, e.medium_id,
       coalesce(parts.device_id, e.device_id), parts.price_micros, parts.publisher_micros, parts.user_micros,
       parts.transfer_id
  from (select t.transfer_id, t.posted_at, split_part(t.key, ' ', 1)::date as issue_day,
               split_part(t.key, ' ', 2)::uuid as offer_id, split_part(t.key, ' ', 3) as action,
               max(a.device_id) as device_id,
               coalesce(-sum(n.amount_micros) filter (where a.kind = 'CASH'), 0) as price_micros,
               coalesce(sum(n.amount_micros) filter (where a.kind = 'REVENUE'), 0) as publisher_micros,
               coalesce(sum(n.amount_micros) filter (where a.kind = 'VOLTS'), 0) as user_micros
          from ledger_transfer t
          join ledger_entry n using (transfer_id)
          join ledger_account a using (account_id)
         where t.kind = 'CHARGE' and t.key ~ '^\d{4}-\d\d-\d\d [0-9a-f-]{36} [A-Z]+$'
         group by t.transfer_id) as parts
  left join event e using (issue_day, offer_id, action)
 order by parts.transfer_id;

delete from counted_event c using charge h
 where c.charged_micros > 0 and h.issue_day = c.issue_day and h.offer_id = c.offer_id and h.action = c.action;
alter table counted_event drop column charged_micros;

insert into device_volts (app_id, device_id, partition, balance_micros)
select app_id, device_id, 0, balance_micros from ledger_account where kind = 'VOLTS' and balance_micros <> 0;

-- One VOLTS account per app. The column takes its check and its index along.
create temporary table old_volts on commit drop as
select account_id, app_id, balance_micros from ledger_account where kind = 'VOLTS';
alter table ledger_account drop column device_id;
alter table ledger_account add check ((kind = 'VOLTS') = (app_id is not null));
with app_account as (
  insert into ledger_account (kind, app_id, balance_micros)
  select 'VOLTS', app_id, sum(balance_micros) from old_volts group by app_id order by app_id
  returning account_id, app_id)
update ledger_entry n set account_id = a.account_id
  from old_volts o join app_account a using (app_id)
 where n.account_id = o.account_id;
delete from ledger_account a using old_volts o where a.account_id = o.account_id;
create unique index ledger_account_app on ledger_account (app_id) where kind = 'VOLTS';

-- Folded and unfolded together: what readers use -------------------------------------------------------------------

create view ledger_balance as
select a.account_id, a.kind, a.customer_id, a.app_id,
       (a.balance_micros + coalesce((select sum(u.amount_micros) from ledger_unfolded u
                                      where u.account_id = a.account_id), 0))::bigint as balance_micros
  from ledger_account a;

-- Several rows of the same medium and day, to be added up. An addition to a quarter raises the running sums from there on.
create view medium_rollup_now as
select medium_id, utc_day, impressions, clicks, watches, installs, actions, unpaid, revenue_micros
  from medium_rollup
 union all
select medium_id, utc_day,
       array_fill(0, array[quarter - 1]) || array_fill(impressions, array[97 - quarter]),
       array_fill(0, array[quarter - 1]) || array_fill(clicks, array[97 - quarter]),
       array_fill(0, array[quarter - 1]) || array_fill(watches, array[97 - quarter]),
       array_fill(0, array[quarter - 1]) || array_fill(installs, array[97 - quarter]),
       array_fill(0, array[quarter - 1]) || array_fill(actions, array[97 - quarter]),
       array_fill(0, array[quarter - 1]) || array_fill(unpaid, array[97 - quarter]),
       array_fill(0::bigint, array[quarter - 1]) || array_fill(revenue_micros, array[97 - quarter])
  from medium_rollup_delta;

create view invalid_rollup_now as
select reason, medium_id, utc_day, count from invalid_rollup
 union all
select reason, medium_id, utc_day, count from invalid_rollup_delta;

-- Charges are only added, and what waits to be folded is only added and removed.
grant select, insert on charge to voltline_app;
grant select, insert, update on device_volts to voltline_app;
grant select, insert, delete on ledger_unfolded, medium_rollup_delta, invalid_rollup_delta to voltline_app;
grant select on ledger_balance, medium_rollup_now, invalid_rollup_now to voltline_app;
