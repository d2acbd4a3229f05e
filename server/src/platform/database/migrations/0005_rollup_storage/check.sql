-- Must return no rows: no array of the rollups is compressed.
select attrelid::regclass, attname
  from pg_attribute
 where attrelid in ('ad_rollup'::regclass, 'medium_rollup'::regclass) and attnum > 0 and not attisdropped
   and attstorage <> 'p'
