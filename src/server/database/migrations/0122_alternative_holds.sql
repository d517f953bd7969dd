-- The space nearby that is kept for a driver who cannot park, while they choose. `held_until` is null once it is given back.
create table alternative_holds (
  booking_id uuid primary key references bookings on delete cascade,
  pool_id integer not null references pools on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  held_until timestamptz,
  -- How many spaces were held for this booking, one after the other.
  tries integer not null default 1
);
create index alternative_holds_until on alternative_holds (held_until) where held_until is not null;
