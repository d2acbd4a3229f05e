-- Must return no rows: the quarter-hours of a day add up to it, by ad or medium and country, and requests to their count.
select 'ad' as what, ad_id as id, utc_day::text, country
  from (select ad_id, utc_day, country, impressions, clicks, cost_micros from ad_country_day
         union all
        select ad_id, utc_day, country, -impressions, -clicks, -cost_micros from ad_country_quarter) as both_tables
 group by ad_id, utc_day, country
having sum(impressions) <> 0 or sum(clicks) <> 0 or sum(cost_micros) <> 0
 union all
select 'medium', medium_id, utc_day::text, country
  from (select medium_id, utc_day, country, impressions, clicks, revenue_micros from medium_country_day
         union all
        select medium_id, utc_day, country, -impressions, -clicks, -revenue_micros from medium_country_quarter)
       as both_tables
 group by medium_id, utc_day, country
having sum(impressions) <> 0 or sum(clicks) <> 0 or sum(revenue_micros) <> 0
 union all
select 'request', medium_id, utc_day::text, answer
  from request_rollup
 where count <> (select sum(n) from unnest(quarters) as n)
