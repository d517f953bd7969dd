-- The desk lists the newest first, and its dashboard counts by day.
create index bookings_created on bookings (created_at desc, id desc);
create index bookings_start on bookings (start_time);
create index users_created on users (created_at desc, id desc);
