-- Versions of tariffs that are not in force yet: a job makes each a row of `tariffs` when its day begins, so that whatever
-- reads tariffs sees the one in force.
create table planned_tariffs (
  id uuid primary key,
  park_id uuid not null references parks on delete cascade,
  vehicle_type_id integer not null references vehicle_types,
  -- Midnight of a day in the park's time zone.
  starts_at timestamptz not null,
  currency text not null,
  free_minutes integer not null,
  increment_minutes integer not null,
  increment_minor bigint not null,
  day_cap_minor bigint,
  day_cap_reset_hour integer not null,
  terms jsonb not null,
  created_at timestamptz not null,
  constraint planned_tariffs_once unique (park_id, vehicle_type_id, starts_at)
);
create index planned_tariffs_start on planned_tariffs (starts_at);
