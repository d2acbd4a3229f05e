-- Must return no rows: an event is charged or not, and the parts of a month are its customers'.
select 'uncharged event' as what, u.offer_id::text as which
  from uncharged_event u join charge h using (issue_day, offer_id, action)
 union all
select 'month', p.month::text
  from month_proof p
 where p.leaves <> (select coalesce(sum(c.leaves), 0) from month_proof_customer c join customer u using (customer_id)
                     where c.month = p.month and u.type = 'ADVERTISER')
