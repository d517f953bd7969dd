-- The space of the booking that an offer replaces, which is not held twice where the times overlap.
set local lock_timeout = '5s';

alter table booking_offers add column replaced_from timestamptz, add column replaced_until timestamptz;
