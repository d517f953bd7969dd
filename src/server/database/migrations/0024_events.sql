-- What drivers park for. Its times are kept as instants; `timezone` is that of the venue.
create table events (
  id uuid primary key,
  event_code text not null unique,
  slug text not null unique,
  name text not null,
  name_fr text not null,
  description text not null,
  description_fr text not null,
  kind text not null check (kind in ('concert', 'match', 'theatre', 'festival', 'conference', 'exhibition')),
  venue text not null,
  city text not null,
  country_id integer not null references countries,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  timezone text not null,
  doors_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Where tickets are sold, until they are sold here.
  tickets_url text,
  cancellation text not null default 'flexible' check (cancellation in ('flexible', 'strict')),
  state text not null default 'published' check (state in ('draft', 'published', 'cancelled')),
  -- An HMAC of its code, by the server's own key: an event with one is private, seen only by who has the code.
  private_code_hash bytea unique,
  -- Made for the demonstration, by this name there.
  example text,
  folded text not null,
  created_at timestamptz not null,
  constraint events_times check (doors_at <= starts_at and starts_at < ends_at)
);
create index events_coming on events (ends_at) where state <> 'draft';

alter table quotes add column event_id uuid references events;
alter table bookings add column event_id uuid references events;
create index bookings_event on bookings (event_id) where event_id is not null;
