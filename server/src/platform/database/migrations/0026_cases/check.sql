-- Must return no rows: an open case has no decision, and a decided one has a log of it.
select case_id from quality_case c
 where c.status <> 'OPEN' and not exists (select from case_log l where l.case_id = c.case_id and l.action = c.status)
