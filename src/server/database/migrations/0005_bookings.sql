create table quotes (
  id uuid primary key,
  park_id uuid not null references parks on delete cascade,
  vehicle_type_id integer not null references vehicle_types,
  tariff_id uuid not null references tariffs on delete cascade,
  start_time timestamptz not null,
  end_time timestamptz not null,
  -- [{code, kind, amount_minor (text), ...}]: what the price is made of, before it is put into a language.
  lines jsonb not null,
  total_minor bigint not null check (total_minor >= 0),
  currency text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index quotes_expires on quotes (expires_at);

create table bookings (
  id uuid primary key,
  booking_code text not null unique,
  user_id uuid not null references users,
  park_id uuid not null references parks,
  pool_id integer not null references pools,
  vehicle_type_id integer not null references vehicle_types,
  tariff_id uuid not null references tariffs,
  plate text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  status text not null check (status in ('pending', 'active', 'checked_in', 'overstayed', 'completed', 'expired', 'cancelled', 'no_show')),
  payment_status text not null check (payment_status in ('unpaid', 'paid')),
  refund_status text not null check (refund_status in ('none', 'partial', 'full')),
  lines jsonb not null,
  total_minor bigint not null check (total_minor >= 0),
  refunded_minor bigint not null default 0,
  currency text not null,
  -- The policy as it stood when it was bought.
  cancellation text not null check (cancellation in ('flexible', 'strict')),
  renewed_from uuid references bookings,
  notes text,
  created_at timestamptz not null,
  constraint bookings_window check (end_time > start_time),
  constraint bookings_refund_bounded check (refunded_minor between 0 and total_minor)
);
create index bookings_user on bookings (user_id, start_time desc);
create index bookings_pool on bookings (pool_id, start_time);

create table booking_history (
  id uuid primary key,
  booking_id uuid not null references bookings on delete cascade,
  from_status text,
  to_status text not null,
  cause text not null,
  -- 'driver', 'staff', 'guard', 'clock'; with the person's id where there is one.
  actor text not null,
  actor_id uuid,
  at timestamptz not null
);
create index booking_history_booking on booking_history (booking_id, at);
