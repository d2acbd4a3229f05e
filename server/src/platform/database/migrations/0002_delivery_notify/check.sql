-- Must return no rows: every table that delivery follows notifies it.
select followed.name
  from unnest(array['customer', 'campaign', 'ad', 'ad_day', 'advertiser_day', 'app', 'medium', 'blocked_device',
                    'ledger_account']) as followed(name)
 where not exists (select from pg_trigger t
                    where t.tgrelid = followed.name::regclass and t.tgname = 'delivery_notify' and t.tgenabled = 'O')
