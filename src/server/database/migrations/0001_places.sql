-- Countries, states and the places people search for. Numbers of countries and states are the specification's.
create extension if not exists pg_trgm schema public;

create table countries (
  id integer primary key,
  code text not null unique check (code ~ '^[A-Z]{2}$'),
  name text not null,
  name_fr text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  languages text[] not null
);

create table states (
  id integer primary key,
  country_id integer not null references countries,
  code text not null unique,
  name text not null,
  name_fr text not null
);

create table places (
  id text primary key,
  kind text not null check (kind in ('city', 'area', 'airport', 'station', 'stadium', 'poi')),
  name text not null,
  -- Lower case, no accents, abbreviations spelled out: what a query is compared with.
  folded text not null,
  country_id integer not null references countries,
  state_id integer references states,
  city text,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  population integer,
  iata text,
  icao text,
  -- How much a place weighs among others of the same name; 0 to 1.
  weight real not null default 0,
  source text not null,
  licence text not null
);
create index places_folded_trgm on places using gin (folded gin_trgm_ops);
create index places_folded_prefix on places (folded text_pattern_ops);
create index places_country_kind on places (country_id, kind, weight desc);
create index places_codes on places (iata, icao) where iata is not null or icao is not null;

create table settings (
  key text primary key,
  value jsonb not null
);
