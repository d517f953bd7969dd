-- Operators claim car parks and list their own; staff checks what a mailed code does not prove.
alter table parks add column contact_email text;

create table park_claims (
  id uuid primary key,
  park_id uuid not null references parks on delete cascade,
  user_id uuid not null references users on delete cascade,
  company text not null check (company <> ''),
  phone text,
  message text,
  language text not null check (language in ('en', 'fr')),
  state text not null default 'open' check (state in ('open', 'approved', 'refused', 'withdrawn')),
  -- A salt and the HMAC of the code that was mailed to the car park's contact; null where none is published.
  code_hash bytea,
  code_tries integer not null default 0,
  code_until timestamptz,
  proof text check (proof in ('code', 'staff')),
  partner_id uuid references partners,
  reason text,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint park_claims_decided check ((state = 'open') = (decided_at is null))
);
create unique index park_claims_open on park_claims (park_id, user_id) where state = 'open';
create index park_claims_user on park_claims (user_id, created_at);
create index park_claims_created on park_claims (created_at);

create table park_listings (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('space', 'charger')),
  company text not null check (company <> ''),
  phone text,
  message text,
  language text not null check (language in ('en', 'fr')),
  -- The operator's own car park that gets a charger; null for a new place.
  park_id uuid references parks on delete cascade,
  name text,
  place_kind text,
  address text,
  city text,
  country_id integer not null references countries,
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  capacity integer check (capacity between 1 and 20000),
  hour_minor bigint check (hour_minor >= 0),
  day_cap_minor bigint check (day_cap_minor > 0),
  connector text,
  power_kw double precision,
  chargers integer,
  price_minor bigint check (price_minor >= 0),
  price_unit text check (price_unit in ('kwh', 'hour')),
  currency text not null,
  state text not null default 'open' check (state in ('open', 'approved', 'refused', 'withdrawn')),
  partner_id uuid references partners,
  reason text,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint park_listings_decided check ((state = 'open') = (decided_at is null)),
  constraint park_listings_place check (park_id is not null or (name is not null and address is not null and city is not null
    and lat is not null and lng is not null)),
  constraint park_listings_space check (kind <> 'space' or (capacity is not null and hour_minor is not null)),
  constraint park_listings_charger check (kind <> 'charger'
    or (connector is not null and power_kw is not null and chargers is not null and price_minor is not null and price_unit is not null))
);
create index park_listings_user on park_listings (user_id, created_at);
create index park_listings_created on park_listings (created_at);

-- Chargers as their operator describes them: shown, not metered.
create table park_chargers (
  id uuid primary key,
  park_id uuid not null references parks on delete cascade,
  connector text not null,
  power_kw double precision not null check (power_kw > 0),
  chargers integer not null check (chargers > 0),
  price_minor bigint not null check (price_minor >= 0),
  price_unit text not null check (price_unit in ('kwh', 'hour')),
  currency text not null,
  created_at timestamptz not null
);
create index park_chargers_park on park_chargers (park_id);

insert into sources (code, title, licence, attribution)
values ('partner', 'Operators', 'Provided by the operator', 'The operator of the car park') on conflict do nothing;
