-- Rows of sources that were found to be a park already listed: not listed again, but their source is kept.
create table park_sources (
  source text not null references sources,
  source_id text not null,
  park_id uuid not null references parks on delete cascade,
  -- What the row adds to the park it belongs to.
  amenities text[] not null,
  observed_at text,
  imported_at timestamptz not null,
  fingerprint bytea not null,
  primary key (source, source_id)
);
create index park_sources_park on park_sources (park_id);
