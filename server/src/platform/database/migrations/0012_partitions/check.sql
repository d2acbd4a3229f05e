-- Must return no rows: partitions are numbered from 0 without a gap, and every waiting event is in one of them.
select 1 from billing_partition having max(partition) <> count(*) - 1
union all
select 1 from waiting_event w where not exists (select from billing_partition p where p.partition = w.partition)
