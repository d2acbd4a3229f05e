-- The number of ads of each kind in a campaign is the sum of its rows. A change inserts rows and locks none, so
-- counting never blocks billing or a customer. The console merges a campaign's rows when there are many.
create table ad_count (
  ad_count_id  bigint generated always as identity primary key,
  campaign_id  integer not null references campaign,
  status       text not null,
  camp_type    text not null,
  product      text not null,
  billing_type text not null,
  ads          integer not null
);
create index ad_count_campaign on ad_count (campaign_id);
grant select, insert, update, delete on ad_count to voltline_app;

insert into ad_count (campaign_id, status, camp_type, product, billing_type, ads)
select campaign_id, status, camp_type, product, billing_type, count(*) from ad group by 1, 2, 3, 4, 5;

-- A statement inserts a few rows, however many ads it touches; most change nothing that is counted and insert none.
create function count_made_ads() returns trigger language plpgsql as $$
begin
  insert into ad_count (campaign_id, status, camp_type, product, billing_type, ads)
  select campaign_id, status, camp_type, product, billing_type, count(*) from made group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger ad_count_made after insert on ad
  referencing new table as made for each statement execute function count_made_ads();

create function count_removed_ads() returns trigger language plpgsql as $$
begin
  insert into ad_count (campaign_id, status, camp_type, product, billing_type, ads)
  select campaign_id, status, camp_type, product, billing_type, -count(*) from removed group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger ad_count_removed after delete on ad
  referencing old table as removed for each statement execute function count_removed_ads();

create function count_changed_ads() returns trigger language plpgsql as $$
begin
  insert into ad_count (campaign_id, status, camp_type, product, billing_type, ads)
  select campaign_id, status, camp_type, product, billing_type, sum(ads)
    from (select campaign_id, status, camp_type, product, billing_type, 1 as ads from became
          union all
          select campaign_id, status, camp_type, product, billing_type, -1 from was) as change
   group by 1, 2, 3, 4, 5 having sum(ads) <> 0;
  return null;
end $$;
create trigger ad_count_changed after update on ad
  referencing old table as was new table as became for each statement execute function count_changed_ads();
