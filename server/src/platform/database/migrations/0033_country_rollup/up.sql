-- Figures by country: whole UTC days, and the quarter-hours (1 to 96) of which days in other zones are made. Without rows
-- for events of unknown country: what ad_rollup and medium_rollup hold beyond these tables is of unknown country, and so
-- is all that is older than they are.
create table ad_country_day (
  ad_id          integer not null references ad,
  utc_day        date not null,
  country        text not null check (length(country) = 2),
  impressions    integer not null default 0,
  clicks         integer not null default 0,
  watches        integer not null default 0,
  installs       integer not null default 0,
  actions        integer not null default 0,
  unpaid         integer not null default 0,
  cost_micros    bigint not null default 0,
  primary key (ad_id, utc_day, country)
) with (fillfactor = 80);
create table ad_country_quarter (
  ad_id          integer not null references ad,
  utc_day        date not null,
  quarter        smallint not null check (quarter between 1 and 96),
  country        text not null check (length(country) = 2),
  impressions    integer not null default 0,
  clicks         integer not null default 0,
  watches        integer not null default 0,
  installs       integer not null default 0,
  actions        integer not null default 0,
  unpaid         integer not null default 0,
  cost_micros    bigint not null default 0,
  primary key (ad_id, utc_day, quarter, country)
) with (fillfactor = 80);

create table medium_country_day (
  medium_id      integer not null references medium,
  utc_day        date not null,
  country        text not null check (length(country) = 2),
  impressions    integer not null default 0,
  clicks         integer not null default 0,
  watches        integer not null default 0,
  installs       integer not null default 0,
  actions        integer not null default 0,
  unpaid         integer not null default 0,
  revenue_micros bigint not null default 0,
  primary key (medium_id, utc_day, country)
) with (fillfactor = 80);
create table medium_country_quarter (
  medium_id      integer not null references medium,
  utc_day        date not null,
  quarter        smallint not null check (quarter between 1 and 96),
  country        text not null check (length(country) = 2),
  impressions    integer not null default 0,
  clicks         integer not null default 0,
  watches        integer not null default 0,
  installs       integer not null default 0,
  actions        integer not null default 0,
  unpaid         integer not null default 0,
  revenue_micros bigint not null default 0,
  primary key (medium_id, utc_day, quarter, country)
) with (fillfactor = 80);

-- '' if unknown. Folded into medium_rollup and, where it is known, into the tables of countries.
alter table medium_rollup_delta add column country text not null default '';

-- The requests of each quarter-hour, so that a day in any time zone adds up. What is older counts at noon UTC.
alter table request_rollup add column quarters integer[] check (cardinality(quarters) = 96);
update request_rollup
   set quarters = array_fill(0, array[48]) || count::int || array_fill(0, array[47]);
alter table request_rollup alter column quarters set not null;

grant select, insert, update on ad_country_day, ad_country_quarter, medium_country_day, medium_country_quarter
   to voltline_app;
