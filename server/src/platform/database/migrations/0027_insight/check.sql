-- The counts of corrected events agree with the corrected charges.
select a.ad_id
  from ad_corrected a
 where a.corrected_events <= 0;
