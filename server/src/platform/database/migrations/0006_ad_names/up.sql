-- Names are searched in memory, which stays correct as long as ads are never renamed or deleted.
drop index ad_list;
alter table ad drop column name_key;
create index ad_list on ad (campaign_id, ad_id desc) include (status, camp_type, product, billing_type);

revoke delete on ad from voltline_app;
create function keep_ad_name() returns trigger language plpgsql as $$
begin
  raise exception 'an ad keeps its name';
end $$;
create trigger ad_name_kept before update of name on ad
  for each row when (old.name <> new.name) execute function keep_ad_name();
