set local lock_timeout = '5s';

-- The desk counts the records of a state up to 10,000: of a rare one without reading all others.
create index bookings_status on bookings (status);
create index orders_status on orders (status);
create index top_ups_status on top_ups (status);
create index refunds_status on refunds (status);
create index users_state on users ((case when disabled_at is null then 'active' else 'disabled' end)) where erased_at is null;
