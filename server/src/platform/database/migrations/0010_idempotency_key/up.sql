-- A call that moves money, by the key its caller gave it. Committed together with the money.
create table idempotency_key (
  customer_id integer references customer,
  operator_id integer references operator,
  key         text not null,
  call        text not null,
  body_hash   bytea not null,
  made_at     timestamptz not null,
  status      integer,
  reply       text,
  check (num_nonnulls(customer_id, operator_id) = 1),
  unique nulls not distinct (customer_id, operator_id, key)
);
create index idempotency_key_made on idempotency_key (made_at);
grant select, insert, update, delete on idempotency_key to voltline_app;
