-- What delivery processes have shown on a UTC day: one row per process and second. A process that starts counts them for
-- its frequency caps; rows of past days are deleted.
create table shown_batch (
  utc_day date not null,
  written_at timestamptz not null,
  process text not null,
  number integer not null,
  -- One line per ad: its id, and the devices that it was shown on, once for each impression.
  impressions text not null,
  primary key (utc_day, written_at, process, number)
);
grant select, insert, delete on shown_batch to voltline_app;
