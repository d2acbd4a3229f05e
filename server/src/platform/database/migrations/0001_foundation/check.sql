-- Must return no rows: every account's balance, with what is not folded yet, is the sum of its entries.
select a.account_id
  from ledger_balance a
  left join ledger_entry e using (account_id)
 group by a.account_id, a.balance_micros
having a.balance_micros <> coalesce(sum(e.amount_micros), 0)
