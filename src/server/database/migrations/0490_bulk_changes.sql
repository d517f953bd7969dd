set local lock_timeout = '5s';

-- What staff changed at once, by a file or for many chosen rows, with what stood there before, so that it can be undone as one.
create table bulk_changes (
  id uuid primary key,
  area text not null check (area in ('items', 'parks')),
  source text not null check (source in ('file', 'selection')),
  -- The file's name, or the code of what was changed.
  name text not null check (length(name) <= 200),
  actor_id uuid references users (id) on delete set null,
  changed integer not null check (changed >= 0),
  added integer not null default 0 check (added >= 0),
  content jsonb not null,
  at timestamptz not null,
  undone_at timestamptz
);
create index bulk_changes_area on bulk_changes (area, at desc);
create index bulk_changes_actor on bulk_changes (actor_id) where actor_id is not null;
