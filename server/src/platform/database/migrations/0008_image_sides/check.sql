-- Must return no rows: a file has both limits or none, and a stored one keeps to them.
select 1 from file
 where (width_max_px is null) <> (height_max_px is null)
    or state = 'STORED' and (width > width_max_px or height > height_max_px)
