-- Must return no rows: the index of the list is there.
select 1 where to_regclass('ad_list') is null
