set local lock_timeout = '5s';

-- A link to a booking for others; making another one replaces it. Only the hash of its token is kept.
create table booking_shares (
  booking_id uuid primary key references bookings (id) on delete cascade,
  token_hash bytea not null,
  shows_pass boolean not null,
  created_at timestamptz not null,
  constraint booking_shares_token unique (token_hash)
);
