-- Must return no rows: an app's volts are those of its devices, and every charge has its transfer.
select a.account_id
  from ledger_balance a
 where a.kind = 'VOLTS'
   and a.balance_micros <> (select coalesce(sum(v.balance_micros), 0) from device_volts v where v.app_id = a.app_id)
union all
select h.transfer_id
  from charge h
 where not exists (select from ledger_transfer t where t.transfer_id = h.transfer_id and t.kind = 'CHARGE')
