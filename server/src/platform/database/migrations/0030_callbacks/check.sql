-- Must return no rows: a callback with a URL has a host.
select medium_id from medium_callback where url = '' or host = ''
