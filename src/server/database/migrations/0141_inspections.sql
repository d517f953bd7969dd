-- Where vehicles are inspected for their road worthiness certificate, with how many fit into an hour.
create table inspection_centres (
  id uuid primary key,
  state_id integer not null references states (id),
  name text not null check (name <> ''),
  address text not null check (address <> ''),
  city text not null,
  contact_phone text,
  -- In the syntax of OpenStreetMap, in the time zone of Nigeria.
  opening_hours text not null,
  capacity_per_hour integer not null check (capacity_per_hour between 1 and 200),
  status text not null default 'inactive' check (status in ('active', 'inactive')),
  is_example boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null
);
create index inspection_centres_state on inspection_centres (state_id) where status = 'active';

create table inspection_closures (
  id uuid primary key,
  centre_id uuid not null references inspection_centres on delete cascade,
  -- Whole days of Nigeria, the last one included.
  starts_on date not null,
  ends_on date not null,
  reason text not null,
  reason_fr text not null,
  version integer not null default 1,
  constraint inspection_closures_order check (starts_on <= ends_on)
);
create index inspection_closures_centre on inspection_closures (centre_id, ends_on);

-- Counters by hour, written when its first appointment is booked.
create table inspection_slots (
  centre_id uuid not null references inspection_centres,
  starts_at timestamptz not null,
  cap integer not null check (cap >= 0),
  used integer not null check (used >= 0),
  primary key (centre_id, starts_at),
  constraint inspection_slots_not_full check (used <= cap)
);

-- Who comes when, and how it went. A request has at most one that is still to be decided.
create table inspection_appointments (
  id uuid primary key,
  request_id uuid not null,
  centre_id uuid not null,
  starts_at timestamptz not null,
  status text not null default 'booked' check (status in ('booked', 'released', 'passed', 'failed')),
  booked_at timestamptz not null,
  decided_at timestamptz,
  constraint inspection_appointments_slot foreign key (centre_id, starts_at) references inspection_slots (centre_id, starts_at),
  constraint inspection_appointments_outcome unique (id, request_id, status),
  constraint inspection_appointments_decided check ((status = 'booked') = (decided_at is null))
);
create unique index inspection_appointments_booked on inspection_appointments (request_id) where status = 'booked';
create index inspection_appointments_request on inspection_appointments (request_id);
create index inspection_appointments_slot on inspection_appointments (centre_id, starts_at);
