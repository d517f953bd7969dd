-- From when a window is charged: a quarter hour that was running when it was bought is free. Until now every window was
-- charged from its start.
alter table quotes add column priced_from timestamptz;
update quotes set priced_from = start_time;
alter table quotes alter column priced_from set not null;
alter table bookings add column priced_from timestamptz;
update bookings set priced_from = start_time;
alter table bookings alter column priced_from set not null;
alter table bookings add constraint bookings_priced_part check (priced_from >= start_time and priced_from < end_time);
