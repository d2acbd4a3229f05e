-- What an operator said about an ad's material and target: '' until its first start, then WAITING until a verdict.
alter table ad
  add column review text not null default '' check (review in ('', 'WAITING', 'APPROVED', 'REJECTED')),
  add column review_reason text not null default '',
  -- When the state last changed; the queue shows the newest first.
  add column reviewed_at timestamptz,
  add constraint ad_review_reason check ((review = 'REJECTED') = (review_reason <> '')),
  add constraint ad_reviewed_at check ((review = '') = (reviewed_at is null));

-- Nobody has looked at the ads that were started before. A complete ad never serves again and needs no review.
update ad set review = 'WAITING', reviewed_at = updated_at where status in ('INPROGRESS', 'WAITING');

create index ad_review on ad (review, reviewed_at desc) where review <> '';

-- As before, and review: with AD_REVIEW=before delivery serves only what is approved.
drop trigger delivery_notify on ad;
create trigger delivery_notify after insert or delete or update of
  campaign_id, customer_id, product, billing_type, name, camp_type, url_ios, url_aos, materials, countries, adult, week,
  day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, app_info, status, spent_micros, impressions,
  billable_events, video_ms, review
  on ad for each statement execute function notify_delivery();
