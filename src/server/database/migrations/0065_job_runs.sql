-- When each recurring job last ran in any process: written at most once a minute, and at once when it fails.
create table job_runs (
  name text primary key,
  every_s double precision not null,
  finished_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  failed_at timestamptz,
  last_error text
);
