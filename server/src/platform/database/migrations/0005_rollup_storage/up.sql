-- Stored without compression: a report reads two elements of each array and would otherwise decompress all of it.
alter table ad_rollup
  alter column impressions set storage plain, alter column clicks set storage plain,
  alter column watches set storage plain, alter column installs set storage plain,
  alter column actions set storage plain, alter column unpaid set storage plain,
  alter column cost_micros set storage plain;
alter table medium_rollup
  alter column impressions set storage plain, alter column clicks set storage plain,
  alter column watches set storage plain, alter column installs set storage plain,
  alter column actions set storage plain, alter column unpaid set storage plain,
  alter column revenue_micros set storage plain;
