-- Every corrected charge exists, and is corrected by a transfer that names its own.
select 'corrected charge' as what, c.offer_id::text as which
  from corrected_charge c
  join ledger_transfer t using (transfer_id)
  left join charge h using (issue_day, offer_id, action)
 where h.transfer_id is distinct from t.corrects
