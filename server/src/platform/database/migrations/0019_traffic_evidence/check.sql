-- Must return no rows: a judged event that is invalid was not charged.
select 1 from judged_event j join charge c using (issue_day, offer_id, action) where j.mode = 'ENFORCE'
