-- Must return no rows: the program cannot remove ads.
select 1 where has_table_privilege('voltline_app', 'ad', 'delete')
