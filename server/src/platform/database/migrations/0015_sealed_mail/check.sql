-- Must return no rows: a mail is encrypted or, from an earlier version, in clear; never both or neither.
select 1 from mail where (sealed is null) = (text is null) or (text is null) <> (html is null)
