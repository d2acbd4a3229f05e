-- Wrong verification codes of one account on one UTC day, over all codes sent.
create table wrong_code_day (
  customer_id integer not null references customer,
  day         date not null,
  wrong       integer not null,
  primary key (customer_id, day)
);

-- Tries that count for a time of their own each, such as wrong passwords in the last 24 hours.
create table throttle_try (
  try_id   bigint generated always as identity primary key,
  key      text not null,
  tried_at timestamptz not null
);
create index throttle_try_key on throttle_try (key, tried_at);
create index throttle_try_time on throttle_try (tried_at);

-- Networks from which an account has signed in. The key is a hash of account and network.
create table signin_network (
  key          text primary key,
  signed_in_at timestamptz not null
);
create index signin_network_time on signin_network (signed_in_at);

grant select, insert, update, delete on wrong_code_day, throttle_try, signin_network to voltline_app;
grant usage on all sequences in schema public to voltline_app;
