-- The log in partitions, by a hash of the advertiser: every limit on spending belongs to one advertiser, so partitions can
-- be billed at the same time. Events that are in the log get one of 16, the default of EVENT_PARTITIONS.
alter table event add column partition smallint;
update event e
   set partition = coalesce((select a.customer_id::bigint * 2654435761 % 4294967296 % 16 from ad a where a.ad_id = e.ad_id), 0);
alter table event alter column partition set not null;
drop index event_order;
create index event_order on event (partition, tx, seq);

-- How far billing has read each partition, who bills it, and under which number.
create table billing_partition (
  partition    smallint primary key check (partition >= 0),
  -- In PostgreSQL the transaction and the row number of the last billed event, in JetStream the sequence of its message
  -- and the index within it.
  major        bigint not null,
  minor        bigint not null,
  -- Everything that arrived before this instant has been billed.
  billed_until timestamptz not null,
  -- Raised whenever another process takes the partition, which fences a paused one.
  fence        bigint not null,
  -- The billing process that has the partition.
  holder       uuid
);
-- A new database gets its partitions from the first process that starts.
insert into billing_partition (partition, major, minor, billed_until, fence)
select number, coalesce(p.tx::text::bigint, 0), coalesce(p.seq, 0), coalesce(p.billed_until, 'epoch'), coalesce(p.fence, 0)
  from generate_series(0, 15) as number
  left join billing_position p on true
 where p.only_row or exists (select from event);
drop table billing_position;

-- Living billing processes. Each raises its beat every second; the others take over from one whose beat stands still.
create table billing_process (
  process uuid primary key,
  beat    bigint not null
);

-- A waiting event is kept whole: its log may be another engine, or may have deleted it.
alter table waiting_event
  add column partition    smallint,
  add column ad_id        integer,
  add column medium_id    integer,
  add column device_id    text,
  add column price_micros bigint,
  add column major        bigint,
  add column minor        bigint;
update waiting_event w
   set partition = e.partition, ad_id = e.ad_id, medium_id = e.medium_id, device_id = e.device_id,
       price_micros = e.price_micros, major = e.tx::text::bigint, minor = e.seq
  from event e
 where e.issue_day = w.issue_day and e.offer_id = w.offer_id and e.action = w.action;
alter table waiting_event
  alter column partition set not null,
  alter column ad_id set not null,
  alter column medium_id set not null,
  alter column device_id set not null,
  alter column price_micros set not null,
  alter column major set not null,
  alter column minor set not null,
  add check (action in ('IMPRESSION', 'WATCH', 'CLICK', 'INSTALL', 'ACTION'));
drop index waiting_event_age;
create index waiting_event_age on waiting_event (partition, received_at);

grant select, insert, update, delete on billing_partition, billing_process to voltline_app;
