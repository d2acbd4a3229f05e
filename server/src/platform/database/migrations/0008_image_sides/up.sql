-- The largest picture that an upload link accepts. Null: the limits of the decoder alone.
alter table file add column width_max_px integer check (width_max_px > 0);
alter table file add column height_max_px integer check (height_max_px > 0);
