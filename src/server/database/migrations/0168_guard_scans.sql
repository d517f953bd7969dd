-- Phones that guards scan with. Their private keys never leave them.
create table guard_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  -- A JWK (EC, P-256).
  key jsonb not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- From then on its scans are refused, and the phone deletes what it holds.
  revoked_at timestamptz,
  -- The end of its chain: how many scans were taken, and the hash of the last.
  last_seq integer not null default 0,
  last_hash text not null default ''
);
create index guard_devices_user on guard_devices (user_id, created_at);

-- What guards scanned, refused cars too, as their phones signed it.
create table guard_scans (
  -- The nonce that the phone made.
  id uuid primary key,
  device_id uuid not null references guard_devices on delete cascade,
  seq integer not null,
  -- When it was scanned, by our clock.
  at timestamptz not null,
  received_at timestamptz not null,
  -- Of the booking that the code names; null where it names none that the guard may see.
  booking_id uuid references bookings on delete cascade,
  park_code text not null,
  direction text not null check (direction in ('in', 'out')),
  admitted boolean not null,
  verdict text not null check (verdict in ('green', 'amber', 'red')),
  reason text,
  outcome text not null check (outcome in ('applied', 'already', 'conflict', 'late')),
  conflict text,
  -- The signed text and its signature, as proof.
  content text not null,
  hash text not null,
  signature text not null,
  unique (device_id, seq)
);
create index guard_scans_booking on guard_scans (booking_id, at) where booking_id is not null;
create index guard_scans_received on guard_scans (received_at);

-- Charges that a scan which arrives later can undo: overstays, and extensions by the clock.
alter table bookings add column late_charges jsonb not null default '[]';
