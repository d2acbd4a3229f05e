-- What proves that a call comes from a device of an app: the secret's hash, and the sealed secret until a call has
-- carried it. With the address that the device withdraws to.
create table device_wallet (
  app_id         integer not null references app,
  device_id      text not null,
  key_hash       bytea not null,
  sealed_key     bytea,
  -- As EIP-55 writes it; null until it is set.
  address        text check (address ~ '^0x[0-9A-Fa-f]{40}$'),
  address_set_at timestamptz,
  primary key (app_id, device_id),
  check ((address is null) = (address_set_at is null))
);
create index device_wallet_address on device_wallet (lower(address)) where address is not null;

-- A request to pay volts out. One volt is one won.
create table withdrawal (
  withdraw_id  integer generated always as identity primary key,
  app_id       integer not null,
  device_id    text not null,
  address      text not null,
  volts        bigint not null check (volts > 0),
  status       text not null default 'WAITING' check (status in ('WAITING', 'PAID', 'RETURNED')),
  -- Of the payment, on the payer's side.
  transaction  text not null default '',
  -- The operator's, or WITHDRAW_TIMEOUT.
  reason       text not null default '',
  operator_id  integer references operator,
  requested_at timestamptz not null,
  settled_at   timestamptz,
  foreign key (app_id, device_id) references device_wallet,
  check ((status = 'WAITING') = (settled_at is null)),
  check ((status = 'PAID') = (transaction <> '')),
  check ((status = 'RETURNED') = (reason <> ''))
);
create index withdrawal_device on withdrawal (app_id, device_id, withdraw_id);
create index withdrawal_waiting on withdrawal (requested_at) where status = 'WAITING';
create index withdrawal_address on withdrawal (lower(address)) where status = 'WAITING';

-- What may still be paid out, in volts.
create table withdraw_pool (
  only_row boolean primary key default true check (only_row),
  volts    bigint not null check (volts >= 0)
);
insert into withdraw_pool (volts) values (0);

-- Volts of an app's devices that wait to be paid out.
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check
  check (kind in ('CASH', 'REVENUE', 'RESERVED', 'VOLTS', 'VOLTS_RESERVED', 'NETWORK', 'OUTSIDE'));
do $$
declare name text;
begin
  for name in select conname from pg_constraint
               where conrelid = 'ledger_account'::regclass and contype = 'c'
                 and pg_get_constraintdef(oid) like '%app_id%'
  loop
    execute format('alter table ledger_account drop constraint %I', name);
  end loop;
end $$;
alter table ledger_account add constraint ledger_account_of_app
  check ((kind in ('VOLTS', 'VOLTS_RESERVED')) = (app_id is not null));
create unique index ledger_account_app_reserved on ledger_account (app_id) where kind = 'VOLTS_RESERVED';

alter table ledger_transfer drop constraint ledger_transfer_kind_check;
alter table ledger_transfer add constraint ledger_transfer_kind_check
  check (kind in ('CREDIT', 'DEBIT', 'CHARGE', 'PAYOUT_REQUEST', 'PAYOUT_RELEASE', 'PAYOUT_PAID', 'CORRECTION',
                  'WITHDRAW_REQUEST', 'WITHDRAW_RETURN', 'WITHDRAW_PAID'));

grant select, insert, update on device_wallet, withdrawal to voltline_app;
grant select, update on withdraw_pool to voltline_app;
grant usage on sequence withdrawal_withdraw_id_seq to voltline_app;
