-- The search index of each process, as it was when the process last noted it.
create table index_states (
  id uuid primary key,
  started_at timestamptz not null,
  noted_at timestamptz not null,
  -- When the index was last brought up to date with the database.
  refreshed_at timestamptz not null,
  -- Car parks in the index, and those that the database lists.
  parks integer not null,
  listed integer not null,
  -- Staff asked for the index to be loaded again.
  reload_at timestamptz
);
