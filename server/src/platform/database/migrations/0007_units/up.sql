-- A column's name ends with its unit. Bids are whole won, per 1,000 impressions for CPM.
alter table ad rename column min_cost to min_cost_won;
alter table ad rename column max_cost to max_cost_won;
