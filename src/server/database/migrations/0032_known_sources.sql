-- Networks and devices with which an account was registered or entered. Failed attempts of others do not lock them out.
create table known_sources (
  user_id uuid not null references users on delete cascade,
  -- A network, or the SHA-256 of a device's cookie.
  source text not null,
  last_at timestamptz not null,
  primary key (user_id, source)
);
create index known_sources_last on known_sources (last_at);
-- Wrong tries from these sources. `tries` has those of everybody else.
alter table email_codes add column known_tries integer not null default 0;
