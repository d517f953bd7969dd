-- Two people who edit one coupon notice each other.
alter table promo_codes add column version integer not null default 1;
create index bookings_promo_code on bookings (promo_code_id, created_at) where promo_code_id is not null;
