set local lock_timeout = '5s';

-- New times of a booking that cost more, which staff offer and its driver confirms: the space of `starts_at` to `ends_at` is held
-- until `held_until`, which is null once it was given back or taken. Each booking has at most one.
create table booking_offers (
  booking_id uuid not null,
  id uuid not null,
  kind text not null,
  pool_id integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  amount_minor bigint not null,
  held_until timestamptz,
  offered_by uuid not null,
  created_at timestamptz not null,
  constraint booking_offers_pkey primary key (booking_id),
  constraint booking_offers_booking_id_fkey foreign key (booking_id) references bookings (id) on delete cascade,
  constraint booking_offers_pool_id_fkey foreign key (pool_id) references pools (id) on delete cascade,
  constraint booking_offers_kind_check check (kind in ('extend', 'move')),
  constraint booking_offers_amount_check check (amount_minor > 0),
  constraint booking_offers_window_check check (starts_at < ends_at)
);
create index booking_offers_until on booking_offers using btree (held_until) where held_until is not null;
