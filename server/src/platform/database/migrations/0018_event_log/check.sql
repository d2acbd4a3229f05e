-- Must return no rows: the log of JetStream knows its network.
select 1 from event_log where engine = 'JETSTREAM' and network_id is null
