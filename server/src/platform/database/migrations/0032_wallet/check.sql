-- Must return no rows: an account of an app is one of its two kinds.
select account_id from ledger_account where (kind in ('VOLTS', 'VOLTS_RESERVED')) <> (app_id is not null)
