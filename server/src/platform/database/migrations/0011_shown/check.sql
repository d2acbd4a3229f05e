-- Must return no rows: every batch holds an impression.
select 1 from shown_batch where impressions = ''
