-- Adds counts of a day, by quarter-hour (96) or, in rows that are older, by hour (24).
create function add_counts(known integer[], more integer[]) returns integer[] language sql immutable as $$
  select case when cardinality(known) = cardinality(more)
    then (select array_agg(q.old + q.added order by q.number)
            from unnest(known, more) with ordinality as q(old, added, number))
    else (select array_agg(known[h.hour] + (select sum(added) from unnest(more[4 * h.hour - 3 : 4 * h.hour]) as added)
                           order by h.hour)::integer[]
            from generate_series(1, 24) as h(hour)) end
$$;
-- What became of the requests in an ad's market while it was in progress: a reason, capped, outbid or won.
create table ad_request_rollup (
  ad_id   integer not null,
  utc_day date not null,
  outcome text not null,
  counts  integer[] not null check (cardinality(counts) in (24, 96)),
  primary key (ad_id, utc_day, outcome)
);
create index ad_request_rollup_day on ad_request_rollup (utc_day);

-- What became of the requests of a unit by country: filled, or the reason why not.
create table fill_rollup (
  medium_id integer not null,
  utc_day   date not null,
  country   text not null,
  outcome   text not null,
  counts    integer[] not null check (cardinality(counts) in (24, 96)),
  primary key (medium_id, utc_day, country, outcome)
);
create index fill_rollup_day on fill_rollup (utc_day);

-- The same for a market segment.
create table market_rollup (
  utc_day  date not null,
  product  text not null,
  platform text not null,
  country  text not null,
  adult    boolean not null,
  outcome  text not null,
  counts   integer[] not null check (cardinality(counts) in (24, 96)),
  primary key (utc_day, product, platform, country, adult, outcome)
);

-- The auctions of a market segment by winning advertiser and by the ranks of winner and runner-up, in buckets of 1/16
-- octave of micro-won per impression; runner-up -1: there was none. Shared: at least four advertisers took part, so that
-- no rank can be assigned to one of them.
create table auction_rollup (
  utc_day          date not null,
  product          text not null,
  platform         text not null,
  country          text not null,
  adult            boolean not null,
  advertiser_id    integer not null,
  rank_bucket      smallint not null,
  runner_up_bucket smallint not null,
  shared           boolean not null,
  counts           integer[] not null check (cardinality(counts) in (24, 96)),
  primary key (utc_day, product, platform, country, adult, advertiser_id, rank_bucket, runner_up_bucket, shared)
);

-- How many events the corrected prices belong to.
alter table ad_corrected add column corrected_events integer not null default 0;
update ad_corrected a
   set corrected_events = found.events
  from (select c.ad_id, (c.received_at at time zone 'UTC')::date as utc_day,
               (extract(epoch from c.received_at)::bigint % 86400 / 900 + 1)::int as quarter, count(*)::int as events
          from corrected_charge k join charge c using (issue_day, offer_id, action)
         group by 1, 2, 3) as found
 where a.ad_id = found.ad_id and a.utc_day = found.utc_day and a.quarter = found.quarter;
alter table ad_corrected alter column corrected_events drop default;

grant select, insert, update, delete on ad_request_rollup, fill_rollup, market_rollup, auction_rollup to voltline_app;
