-- Must return no rows: every account's balance is the sum of its entries.
select a.account_id
  from ledger_account a
  left join ledger_entry e using (account_id)
 group by a.account_id, a.balance_micros
having a.balance_micros <> coalesce(sum(e.amount_micros), 0)
