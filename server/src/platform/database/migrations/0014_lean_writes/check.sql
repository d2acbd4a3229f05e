-- Must return no rows: every entry has its transfer and its account.
select e.entry_id
  from ledger_entry e
  left join ledger_transfer t using (transfer_id)
  left join ledger_account a using (account_id)
 where t.transfer_id is null or a.account_id is null
