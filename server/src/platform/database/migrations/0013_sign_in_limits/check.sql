-- Must return no rows: a day is only kept once it has a wrong code.
select 1 from wrong_code_day where wrong < 1
