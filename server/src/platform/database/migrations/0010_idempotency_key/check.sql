-- Must return no rows: a key is only ever committed with the answer it stands for.
select 1 from idempotency_key where status is null or reply is null
