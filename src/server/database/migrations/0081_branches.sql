-- Service points with a counter, each in one country with its currency. A branch serves car parks, delivers to their bays
-- and to addresses within its state, and has as much to offer at a time as its counters say.
create table branches (
  id uuid primary key,
  slug text not null,
  name text not null check (name <> ''),
  country_id integer not null references countries (id),
  currency text not null,
  -- Where it lies, as taxes and fees need it. Null: in no state that has rates of its own.
  state_id integer references states (id),
  city text not null,
  address text not null,
  timezone text not null,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  phone text,
  opening_hours text not null,
  -- Whether its prices contain their taxes.
  includes_tax boolean not null,
  status text not null default 'inactive' check (status in ('active', 'inactive')),
  is_example boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint branches_slug_key unique (slug),
  constraint branches_currency unique (id, currency),
  constraint branches_currency_of_country check ((country_id, currency) in ((1, 'NGN'), (2, 'CAD'), (3, 'XOF'), (4, 'USD')))
);
create index branches_country on branches (country_id) where status = 'active';

create table branch_parks (
  branch_id uuid not null references branches (id) on delete cascade,
  park_id uuid not null references parks (id) on delete cascade,
  primary key (branch_id, park_id)
);
create index branch_parks_park on branch_parks (park_id);

create table branch_setup (
  branch_id uuid primary key references branches (id) on delete cascade,
  takeaway_on boolean not null default true,
  delivery_on boolean not null default true,
  accepts_automatically boolean not null default false,
  answer_minutes integer not null default 10 check (answer_minutes between 1 and 120),
  preparation_minutes integer not null default 15 check (preparation_minutes between 0 and 1440),
  takeaway_days_ahead integer not null default 7 check (takeaway_days_ahead between 0 and 30),
  delivery_days_ahead integer not null default 7 check (delivery_days_ahead between 0 and 30),
  slot_interval_minutes integer not null default 30 check (slot_interval_minutes in (10, 15, 20, 30, 60)),
  takeaway_minimum_minor bigint not null default 0 check (takeaway_minimum_minor >= 0),
  delivery_minimum_minor bigint not null default 0 check (delivery_minimum_minor >= 0),
  -- Null: no cash.
  cash_limit_minor bigint check (cash_limit_minor >= 0),
  cancel_cutoff_minutes integer not null default 60 check (cancel_cutoff_minutes between 0 and 10080),
  goods_return_days integer not null default 14 check (goods_return_days between 0 and 365),
  food_return_days integer not null default 0 check (food_return_days between 0 and 365),
  service_return_days integer not null default 0 check (service_return_days between 0 and 365),
  reject_reasons text[] not null default '{}',
  reject_reasons_fr text[] not null default '{}',
  redelivery_reasons text[] not null default '{}',
  redelivery_reasons_fr text[] not null default '{}',
  prints_tickets boolean not null default false,
  shows_order_number boolean not null default true,
  -- Thousandths of a percent of what is sold.
  commission bigint not null default 0 check (commission between 0 and 100000),
  radius_km double precision not null default 5 check (radius_km between 0 and 100),
  free_delivery_km double precision not null default 0 check (free_delivery_km between 0 and 100),
  basic_delivery_charge_minor bigint not null default 0 check (basic_delivery_charge_minor >= 0),
  charge_per_km_minor bigint not null default 0 check (charge_per_km_minor >= 0),
  -- Null: no order is delivered free of charge for its amount.
  free_above_minor bigint check (free_above_minor >= 0),
  bay_charge_minor bigint not null default 0 check (bay_charge_minor >= 0),
  delivered_by text not null default 'branch' check (delivered_by in ('branch', 'us')),
  courier_cash_limit_minor bigint not null default 0 check (courier_cash_limit_minor >= 0),
  proof text not null default 'code' check (proof in ('code', 'code_or_photo')),
  version integer not null default 1,
  constraint branch_setup_reasons check (cardinality(reject_reasons) = cardinality(reject_reasons_fr)
    and cardinality(redelivery_reasons) = cardinality(redelivery_reasons_fr))
);

-- What an address costs by its distance, in tenths of a kilometre, from up to and including.
create table delivery_charges (
  id uuid primary key,
  branch_id uuid not null references branches (id) on delete cascade,
  from_km double precision not null check (from_km >= 0),
  to_km double precision not null check (to_km <= 100),
  charge_minor bigint not null check (charge_minor >= 0),
  status text not null default 'active' check (status in ('active', 'inactive')),
  version integer not null default 1,
  constraint delivery_charges_order check (from_km < to_km)
);
create index delivery_charges_branch on delivery_charges (branch_id, from_km);

create table branch_closures (
  id uuid primary key,
  branch_id uuid not null references branches (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null,
  reason_fr text not null,
  version integer not null default 1,
  constraint branch_closures_order check (starts_at < ends_at)
);
create index branch_closures_branch on branch_closures (branch_id, ends_at);

-- Rates are never changed: a change ends one and begins another, so that an order's taxes can be looked up.
create table tax_rates (
  id uuid primary key,
  code text not null check (code <> ''),
  name text not null,
  name_fr text not null,
  class text not null check (class in ('standard', 'food', 'service', 'exempt')),
  country_id integer not null references countries (id),
  state_id integer references states (id),
  city text,
  kind text not null check (kind in ('percentage', 'fixed')),
  -- Percentage: thousandths of a percent. Fixed: minor units of the country's currency for each unit sold.
  value bigint not null check (value >= 0),
  valid_from date not null,
  -- The day after its last; null: until further notice.
  valid_to date,
  source text not null check (source <> ''),
  source_date date not null,
  position integer not null default 0,
  is_example boolean not null default false,
  created_at timestamptz not null,
  constraint tax_rates_order check (valid_to is null or valid_from < valid_to),
  constraint tax_rates_percentage check (kind = 'fixed' or value <= 100000),
  constraint tax_rates_once unique nulls not distinct (code, class, country_id, state_id, city, valid_from)
);
create index tax_rates_place on tax_rates (country_id, class);

-- What a branch can do at a time: so many units of work in each interval of a weekday.
create table time_slots (
  id uuid primary key,
  branch_id uuid not null references branches (id) on delete cascade,
  work_group text not null check (work_group in ('counter', 'wash', 'workshop', 'kitchen', 'delivery')),
  -- 1 is Monday.
  weekday integer not null check (weekday between 1 and 7),
  -- Minutes of the day in the branch's time zone; a closing time after midnight is more than 1440.
  opens_min integer not null check (opens_min between 0 and 1439),
  closes_min integer not null check (closes_min <= 2880),
  order_type text not null check (order_type in ('delivery', 'takeaway', 'both')),
  interval_min integer not null check (interval_min in (10, 15, 20, 30, 60)),
  capacity integer not null check (capacity between 0 and 10000),
  version integer not null default 1,
  constraint time_slots_order check (opens_min + interval_min <= closes_min and closes_min <= opens_min + 1440)
);
create index time_slots_branch on time_slots (branch_id, weekday);

-- Counters, written when something is first taken from a slot.
create table slot_days (
  branch_id uuid not null references branches (id) on delete cascade,
  work_group text not null,
  starts_at timestamptz not null,
  cap integer not null check (cap >= 0),
  used integer not null check (used >= 0),
  primary key (branch_id, work_group, starts_at),
  constraint slot_days_not_full check (used <= cap)
);

-- A role is held everywhere, for a partner or for a branch.
alter table role_assignments add column branch_id uuid references branches (id) on delete cascade;
alter table role_assignments drop constraint role_assignments_once;
alter table role_assignments add constraint role_assignments_once unique nulls not distinct (user_id, role_id, partner_id, branch_id);
alter table role_assignments add constraint role_assignments_place check (partner_id is null or branch_id is null);
create index role_assignments_branch_id on role_assignments (branch_id) where branch_id is not null;
alter table audit_log add column branch_id uuid;
