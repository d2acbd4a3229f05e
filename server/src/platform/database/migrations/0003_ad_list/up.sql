-- The name in lower case, so that a search does not fold the case of every row.
alter table ad add column name_key text generated always as (lower(name)) stored;

-- An index-only scan counts a campaign's ads with any filter.
create index ad_list on ad (campaign_id, ad_id desc) include (status, camp_type, product, billing_type, name_key);
drop index ad_campaign;
