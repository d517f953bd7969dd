-- What was given away (promotions), and what drivers owe (an overstay that a wallet could not pay).
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check
  (kind in ('customer', 'customer_debt', 'provider_clearing', 'park_payable', 'fee_income', 'tax_payable', 'promotion', 'adjustment'));

-- Who tells that a car has come and gone: nobody (the clock), or a scan of every car.
alter table parks add column check_in text not null default 'clock' check (check_in in ('clock', 'scan'));
-- Of its reviews, moved with them; a mean needs both.
alter table parks add column rating_sum integer not null default 0;
alter table parks add column rating_count integer not null default 0 check (rating_count >= 0);

create table promo_codes (
  id uuid primary key,
  code text not null unique check (code = upper(code)),
  kind text not null check (kind in ('percentage', 'fixed')),
  -- Percentage: thousandths of a percent. Fixed: minor units of its currency.
  value bigint not null check (value > 0),
  currency text,
  least_minor bigint check (least_minor > 0),
  most_minor bigint check (most_minor > 0),
  limit_per_person integer check (limit_per_person > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_active boolean not null,
  is_example boolean not null default false,
  created_at timestamptz not null,
  constraint promo_codes_percentage check (kind <> 'percentage' or value <= 100000),
  constraint promo_codes_currency check (currency is not null or (kind = 'percentage' and least_minor is null and most_minor is null)),
  constraint promo_codes_dates check (ends_at > starts_at)
);

-- How often a person has used a code: a row that cannot pass its limit, whatever runs at once.
create table promo_uses (
  promo_code_id uuid not null references promo_codes,
  user_id uuid not null references users on delete cascade,
  used integer not null check (used >= 0),
  most integer,
  primary key (promo_code_id, user_id),
  constraint promo_uses_limit check (most is null or used <= most)
);

create table vehicles (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  vehicle_type_id integer not null references vehicle_types,
  plate text not null,
  country_code text not null,
  make text,
  model text,
  colour text,
  nickname text,
  height_cm integer check (height_cm between 50 and 600),
  length_cm integer check (length_cm between 100 and 3000),
  width_cm integer check (width_cm between 50 and 400),
  -- [{kind, expires_on}]
  papers jsonb not null default '[]',
  is_default boolean not null,
  created_at timestamptz not null
);
create index vehicles_user on vehicles (user_id, created_at);
create unique index vehicles_one_default on vehicles (user_id) where is_default;

alter table quotes add column promo_code_id uuid references promo_codes;

alter table bookings
  add column plate_key text generated always as (replace(replace(plate, ' ', ''), '-', '')) stored,
  add column promo_code_id uuid references promo_codes,
  add column held_until timestamptz,
  add column check_in text not null default 'clock' check (check_in in ('clock', 'scan')),
  add column checked_in_at timestamptz,
  add column checked_out_at timestamptz,
  -- The counters hold its space until then; null when they hold none.
  add column space_until timestamptz,
  add column auto_extend_until timestamptz,
  add column due_minor bigint not null default 0 check (due_minor >= 0),
  -- Further transfers so far (extensions, overstays, debts paid): their number is part of their reference.
  add column charges integer not null default 0,
  add column spot jsonb,
  add column reviewed_at timestamptz,
  -- When the clock must look at it next.
  add column next_look_at timestamptz;
update bookings set space_until = end_time where status not in ('cancelled', 'expired');
update bookings set next_look_at = now() where status in ('active', 'checked_in', 'pending', 'overstayed');
create index bookings_clock on bookings (next_look_at) where next_look_at is not null;
create index bookings_renewed on bookings (renewed_from) where renewed_from is not null;
create index bookings_due on bookings (user_id) where due_minor > 0;
create index bookings_held on bookings (user_id) where status = 'pending';
-- Free minutes ask for a plate in a pool; nothing asks for a pool by time.
create index bookings_plate on bookings (pool_id, plate_key);
drop index bookings_pool;

-- What changed beside the state: an end, a plate, an amount.
alter table booking_history add column detail jsonb;

create table cannot_park_reports (
  booking_id uuid primary key references bookings on delete cascade,
  user_id uuid not null references users on delete cascade,
  reason text not null check (reason in ('full', 'closed', 'blocked', 'unsafe', 'other')),
  note text,
  moved_to uuid references bookings,
  created_at timestamptz not null
);
create index cannot_park_reports_user on cannot_park_reports (user_id, created_at);

-- The parks whose passes a guard may check.
create table park_guards (
  user_id uuid not null references users on delete cascade,
  park_id uuid not null references parks on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, park_id)
);

create table reviews (
  id uuid primary key,
  park_id uuid not null references parks on delete cascade,
  user_id uuid not null references users on delete cascade,
  booking_id uuid not null unique references bookings on delete cascade,
  rating integer not null check (rating between 1 and 5),
  body text,
  language text not null,
  created_at timestamptz not null
);
create index reviews_park on reviews (park_id, created_at desc);

-- Two days' slots added up.
create function slots_sum(a smallint[], b smallint[]) returns smallint[]
language sql immutable strict parallel safe as $$
  select array_agg((x + y)::smallint order by i) from unnest(a, b) with ordinality as slot (x, y, i)
$$;
