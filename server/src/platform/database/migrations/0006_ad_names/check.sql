-- Must return no rows: the program cannot delete ads.
select 1 where has_table_privilege('voltline_app', 'ad', 'delete')
