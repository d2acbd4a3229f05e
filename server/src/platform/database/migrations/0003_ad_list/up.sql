-- The name as it is searched for: in small letters, so that a search need not fold every row's case again.
alter table ad add column name_key text generated always as (lower(name)) stored;

-- Counting a campaign's ads, whatever the filters, reads this index alone.
create index ad_list on ad (campaign_id, ad_id desc) include (status, camp_type, product, billing_type, name_key);
drop index ad_campaign;
