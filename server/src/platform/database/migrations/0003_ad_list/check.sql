-- Must return no rows: the list's index exists.
select 1 where to_regclass('ad_list') is null
