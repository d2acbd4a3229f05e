-- Must return no rows: the counts of every campaign are those of its ads.
select campaign_id, status, camp_type, product, billing_type, counted.ads, there.ads
  from (select campaign_id, status, camp_type, product, billing_type, sum(ads) as ads
          from ad_count group by 1, 2, 3, 4, 5 having sum(ads) <> 0) as counted
  full join (select campaign_id, status, camp_type, product, billing_type, count(*) as ads
               from ad group by 1, 2, 3, 4, 5) as there
       using (campaign_id, status, camp_type, product, billing_type)
 where counted.ads is distinct from there.ads
