set local lock_timeout = '5s';

-- The servers that are alive: what each counts alone is limited by its share.
create table servers (
  id uuid primary key,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
