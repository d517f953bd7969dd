create table vehicle_types (
  id integer primary key,
  name text not null,
  name_fr text not null,
  -- Which pool of a park it takes a space of.
  vehicle_class text not null check (vehicle_class in ('car', 'motorcycle', 'large')),
  length_cm integer not null,
  height_cm integer not null,
  width_cm integer not null
);

create table sources (
  code text primary key,
  title text not null,
  licence text not null,
  attribution text not null,
  url text
);

create table parks (
  id uuid primary key,
  source text not null references sources,
  source_id text not null,
  park_code text not null unique,
  slug text not null unique,
  name text,
  kind text not null check (kind in ('surface', 'garage', 'underground', 'street', 'driveway', 'unknown')),
  uses text[] not null default '{}',
  country_id integer not null references countries,
  state_id integer references states,
  city text,
  address text,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  timezone text not null,
  opening_hours text,
  access text,
  fee boolean,
  operator text,
  description text,
  amenities text[] not null default '{}',
  accessible_bays integer,
  accessible_bay_width_cm integer,
  step_free boolean,
  lift boolean,
  max_height_cm integer check (max_height_cm > 0),
  max_length_cm integer check (max_length_cm > 0),
  max_width_cm integer check (max_width_cm > 0),
  capacity integer check (capacity > 0),
  capacity_is_estimate boolean not null default false,
  area_m2 integer,
  rates_text text,
  rates_parsed jsonb,
  rates_currency text,
  -- Fields that the source did not give and that were taken from the nearest place.
  derived text[] not null default '{}',
  possible_duplicate_of text,
  -- When a partner runs it: the partner's name. Without one the park is found and navigated to, not booked.
  partner text,
  cancellation text not null default 'flexible' check (cancellation in ('flexible', 'strict')),
  -- Which facts are examples made for the demonstration.
  examples text[] not null default '{}',
  observed_at text,
  imported_at timestamptz not null,
  -- Of the row as the source gave it: tells whether an import changes anything.
  fingerprint bytea not null,
  folded text not null,
  constraint parks_source_unique unique (source, source_id)
);
create index parks_country on parks (country_id, city);
create index parks_folded_trgm on parks using gin (folded gin_trgm_ops);

-- Slugs and park codes share one namespace; handles are kept in lower case.
create table park_handles (
  handle text primary key check (handle = lower(handle)),
  park_id uuid not null references parks on delete cascade
);
create index park_handles_park on park_handles (park_id);

create table tariffs (
  id uuid primary key,
  park_id uuid not null references parks on delete cascade,
  vehicle_type_id integer not null references vehicle_types,
  version integer not null,
  currency text not null,
  free_minutes integer not null default 0 check (free_minutes >= 0),
  increment_minutes integer not null check (increment_minutes > 0),
  increment_minor bigint not null check (increment_minor >= 0),
  day_cap_minor bigint check (day_cap_minor > 0),
  day_cap_reset_hour integer not null default 0 check (day_cap_reset_hour between 0 and 23),
  is_example boolean not null,
  source text not null,
  observed_at text,
  created_at timestamptz not null,
  constraint tariffs_version_unique unique (park_id, vehicle_type_id, version)
);

create table fees (
  id integer primary key,
  country_id integer not null references countries,
  state_id integer references states,
  city text,
  code text not null,
  name text not null,
  name_fr text not null,
  kind text not null check (kind in ('percentage', 'fixed')),
  -- Percentage: thousandths of a percent. Fixed: minor units of the country's currency.
  value bigint not null check (value >= 0),
  base text not null check (base in ('parking', 'parking_and_fees')),
  -- Lines are worked out and shown in this order.
  position integer not null,
  is_tax boolean not null
);
create index fees_country on fees (country_id, position);

-- Capacity: pools of spaces by vehicle class, and for each UTC day a row of counters, one for each quarter hour.
create table pools (
  id integer generated always as identity primary key,
  park_id uuid not null references parks on delete cascade,
  vehicle_class text not null check (vehicle_class in ('car', 'motorcycle', 'large')),
  capacity integer not null check (capacity between 1 and 32000),
  is_example boolean not null,
  constraint pools_class_unique unique (park_id, vehicle_class)
);

create table pool_days (
  pool_id integer not null references pools on delete cascade,
  day date not null,
  cap smallint not null,
  used smallint[] not null,
  primary key (pool_id, day),
  constraint pool_days_slots check (array_length(used, 1) = 96),
  constraint pool_days_not_oversold check (cap >= all (used)),
  constraint pool_days_not_negative check (0 <= all (used))
) with (fillfactor = 70);

-- `used` with `delta` added to the slots from `first` to `last` (1 to 96, both included).
create function slots_added(used smallint[], first integer, last integer, delta integer) returns smallint[]
language sql immutable strict parallel safe as $$
  select array_agg((case when i between first and last then u + delta else u end)::smallint order by i)
  from unnest(used) with ordinality as slot (u, i)
$$;
