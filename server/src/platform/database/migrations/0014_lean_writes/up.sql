-- Two lookups for every entry took longer than the entry, and locked accounts that other partitions of the log use.
-- Nothing that an entry refers to can be deleted, and the proof of the books finds an entry that refers to nothing.
alter table ledger_entry
  drop constraint ledger_entry_transfer_id_fkey,
  drop constraint ledger_entry_account_id_fkey;
revoke delete on ledger_account from voltline_app;

-- Room for the next version of a row on the same page: then no index needs a new entry. Billing updates these rows in
-- every batch.
alter table ad set (fillfactor = 60);
alter table campaign set (fillfactor = 60);
alter table ad_day set (fillfactor = 60);
alter table ledger_account set (fillfactor = 60);
