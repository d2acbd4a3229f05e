-- Must return no rows: an ad that was started has a review.
select ad_id from ad where review = '' and status in ('INPROGRESS', 'WAITING')
