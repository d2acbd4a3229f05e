-- PostgreSQL delivers one notification per changed table and transaction. It carries no data.
create function notify_delivery() returns trigger language plpgsql as $$
begin
  perform pg_notify('delivery_' || tg_table_name, '');
  return null;
end $$;

create trigger delivery_notify after insert or update or delete on customer
  for each statement execute function notify_delivery();
create trigger delivery_notify after insert or update or delete on campaign
  for each statement execute function notify_delivery();
-- All columns except winning, which delivery itself writes.
create trigger delivery_notify after insert or delete or update of
  campaign_id, customer_id, product, billing_type, name, camp_type, url_ios, url_aos, materials, countries, adult, week,
  day_limit_micros, budget_limit_micros, min_cost, max_cost, app_info, status, spent_micros, impressions, billable_events
  on ad for each statement execute function notify_delivery();
create trigger delivery_notify after insert or update or delete on ad_day
  for each statement execute function notify_delivery();
create trigger delivery_notify after insert or update or delete on advertiser_day
  for each statement execute function notify_delivery();
create trigger delivery_notify after insert or update or delete on app
  for each statement execute function notify_delivery();
create trigger delivery_notify after insert or update or delete on medium
  for each statement execute function notify_delivery();
create trigger delivery_notify after insert or update or delete on blocked_device
  for each statement execute function notify_delivery();
create trigger delivery_notify after insert or update of balance_micros on ledger_account
  for each statement execute function notify_delivery();

create index ad_day_running on ad_day (day_ends_at);
create index advertiser_day_running on advertiser_day (ends_at);
