set local lock_timeout = '5s';

-- Bookings that were made as a weekly series; each is a booking of its own.
alter table bookings add column series_id uuid;
create index bookings_series on bookings (series_id) where series_id is not null;
