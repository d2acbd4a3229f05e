-- Text, HTML and links of a mail, encrypted with the program's key. Until the worker has encrypted what earlier versions
-- wrote, those rows still have them in clear.
alter table mail
  add column sealed bytea,
  alter column text drop not null,
  alter column html drop not null,
  alter column links drop not null,
  alter column links drop default;
create index mail_clear on mail (mail_id) where sealed is null;
