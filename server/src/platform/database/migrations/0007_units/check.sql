-- Must return no rows: every ad bids at least one won, and at most its maximum.
select 1 from ad where min_cost_won <= 0 or max_cost_won < min_cost_won
