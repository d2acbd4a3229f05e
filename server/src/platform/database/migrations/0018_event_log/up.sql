-- Which engine holds the event log. Every network begins in PostgreSQL, also one without this row; the program moves the
-- log when the settings say so and nothing is left to bill.
create table event_log (
  only_row   boolean primary key default true check (only_row),
  engine     text not null check (engine in ('POSTGRES', 'JETSTREAM')),
  -- Made at the first start on JetStream, and written into the streams: another network's streams are then refused.
  network_id uuid
);

-- The streams of the log on JetStream. Their sequences begin at 1 again when a stream is made again; with the origin
-- added, the positions of a partition only ever grow.
create table event_stream (
  partition      smallint primary key check (partition >= 0),
  -- When the stream was made, in the server's own spelling.
  stream_created text not null,
  origin         bigint not null check (origin >= 0)
);

grant select, insert, update on event_log, event_stream to voltline_app;
