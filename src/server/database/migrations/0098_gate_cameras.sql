-- Number plate cameras at a car park's gate, each with a key that it sends with its reads.
create table gate_cameras (
  id uuid primary key,
  park_id uuid not null references parks on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  -- Whose format it sends.
  source text not null check (source in ('plate_recognizer', 'rekor', 'verkada', 'axis', '2n', 'hikvision')),
  -- What it looks at; `both` where its reads say which way the car drives.
  direction text not null check (direction in ('in', 'out', 'both')),
  -- The SHA-256 of its key, which is shown once.
  key_hash bytea not null unique,
  created_at timestamptz not null,
  last_seen_at timestamptz,
  -- From then on its reads are refused.
  revoked_at timestamptz
);
create index gate_cameras_park on gate_cameras (park_id, created_at);

-- What cameras read. Those that belong to no booking are deleted after three days.
create table gate_reads (
  id uuid primary key,
  camera_id uuid not null references gate_cameras on delete cascade,
  -- The camera's own name for the read: the same one sent again is the same read.
  read_id text not null check (char_length(read_id) between 1 and 200),
  -- The first read of the same car at the same time; its own id if it is that.
  arrival_id uuid not null,
  car_id text,
  direction text not null check (direction in ('in', 'out', 'unknown')),
  at timestamptz not null,
  received_at timestamptz not null,
  plate_key text not null,
  candidates text[] not null,
  confidence real,
  region text,
  booking_id uuid references bookings on delete cascade,
  matched_by text check (matched_by in ('plate', 'candidate', 'similar')),
  opened boolean not null,
  reason text,
  -- Whether the read moved its booking: as a guard's scan that let the car through.
  counts boolean not null default false,
  unique (camera_id, read_id)
);
create index gate_reads_camera on gate_reads (camera_id, at);
create index gate_reads_booking on gate_reads (booking_id, at) where booking_id is not null;
create index gate_reads_unknown on gate_reads (received_at) where booking_id is null;
create index gate_reads_received on gate_reads (received_at);

-- Only a camera saw the car arrive: nothing is charged for an overstay until a person has confirmed it.
alter table bookings add column camera_only boolean not null default false;
