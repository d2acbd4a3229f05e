-- Must return no rows: every ad can be found by its name.
select ad_id from ad where name_key is distinct from lower(name)
