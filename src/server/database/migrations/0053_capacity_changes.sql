-- The capacity of a pool from an instant on: a day's midnight in the park's time zone. A pool that never changed has no rows.
create table pool_capacities (
  pool_id integer not null references pools on delete cascade,
  starts_at timestamptz not null,
  capacity integer not null check (capacity between 0 and 32000),
  created_at timestamptz not null,
  primary key (pool_id, starts_at)
);

-- Times at which a car park sells no spaces. Without a class: of all of its pools.
create table pool_closures (
  id uuid primary key,
  park_id uuid not null references parks on delete cascade,
  vehicle_class text check (vehicle_class in ('car', 'motorcycle', 'large')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null,
  created_at timestamptz not null,
  constraint pool_closures_order check (ends_at > starts_at)
);
create index pool_closures_park on pool_closures (park_id, starts_at);

-- Spaces of a day that are not for sale in each quarter hour; null when all are. `cap - blocked - used` are free. Negative
-- while bookings made before a closure remain, which can be cancelled, but not joined by new ones.
alter table pool_days add column blocked smallint[],
  add constraint pool_days_blocked check (blocked is null or array_length(blocked, 1) = 96);

create function refuse_blocked_spaces() returns trigger language plpgsql as $$
begin
  if exists (select from unnest(old.used, new.used, new.blocked) as slot (before, after, blocked)
    where after > before and after + blocked > new.cap) then
    raise exception 'no space is for sale in a quarter hour of %', new.day
      using errcode = 'check_violation', constraint = 'pool_days_not_oversold', table = 'pool_days';
  end if;
  return new;
end $$;
create trigger pool_days_blocked_spaces before update of used on pool_days for each row
  when (new.blocked is not null) execute function refuse_blocked_spaces();

-- Raised by each change that staff makes to a car park, its tariffs or its capacity.
alter table parks add column version integer not null default 1;
