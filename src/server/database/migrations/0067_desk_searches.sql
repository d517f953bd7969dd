-- The desk finds bookings by plate, whatever the car park.
create index bookings_plate_key on bookings (plate_key, created_at desc) where plate_key is not null;
