-- Must return no rows: a campaign has at most one current token.
select campaign_id from postback_token where valid_until is null group by campaign_id having count(*) > 1
