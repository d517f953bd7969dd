-- What changed of what the parks' index in each process is made of (docs/decisions/0011). Each process reads the rows of
-- transactions that it has not seen, and reads anew what they name; a statement that changes many names them all.
create table park_changes (
  xid bigint not null default pg_current_xact_id()::text::bigint,
  what text not null check (what in ('park', 'parks', 'places', 'reference')),
  park_id uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (xid, what, park_id)
);

-- Records of a park that is listed: when it comes or goes, they do the contrary.
create index parks_duplicates on parks (possible_duplicate_of) where possible_duplicate_of is not null;

create function note_park_changes(ids uuid[]) returns void language sql as $$
  insert into park_changes (what, park_id)
  select distinct 'park', id from unnest(ids) id where cardinality(ids) <= 200
  union all select 'parks', '00000000-0000-0000-0000-000000000000' where cardinality(ids) > 200
  on conflict do nothing
$$;

create function note_parks() returns trigger language plpgsql as $$
declare
  ids uuid[] := '{}';
begin
  if tg_op <> 'INSERT' then
    ids := array(select id from gone
      union select p.id from parks p join gone g on p.possible_duplicate_of = g.source || ':' || g.source_id);
  end if;
  if tg_op <> 'DELETE' then
    ids := ids || array(select id from come
      union select p.id from parks p join come c on p.possible_duplicate_of = c.source || ':' || c.source_id);
  end if;
  perform note_park_changes(ids);
  return null;
end $$;

create function note_parts_of_parks() returns trigger language plpgsql as $$
declare
  ids uuid[] := '{}';
begin
  if tg_op <> 'INSERT' then ids := array(select distinct park_id from gone); end if;
  if tg_op <> 'DELETE' then ids := ids || array(select distinct park_id from come); end if;
  perform note_park_changes(ids);
  return null;
end $$;

create function note_all() returns trigger language plpgsql as $$
begin
  insert into park_changes (what) values (tg_argv[0]) on conflict do nothing;
  return null;
end $$;

create trigger parks_come after insert on parks referencing new table as come
  for each statement execute function note_parks();
create trigger parks_change after update on parks referencing old table as gone new table as come
  for each statement execute function note_parks();
create trigger parks_go after delete on parks referencing old table as gone
  for each statement execute function note_parks();
create trigger parks_emptied after truncate on parks for each statement execute function note_all('parks');

create trigger tariffs_come after insert on tariffs referencing new table as come
  for each statement execute function note_parts_of_parks();
create trigger tariffs_change after update on tariffs referencing old table as gone new table as come
  for each statement execute function note_parts_of_parks();
create trigger tariffs_go after delete on tariffs referencing old table as gone
  for each statement execute function note_parts_of_parks();
create trigger tariffs_emptied after truncate on tariffs for each statement execute function note_all('parks');

create trigger pools_come after insert on pools referencing new table as come
  for each statement execute function note_parts_of_parks();
create trigger pools_change after update on pools referencing old table as gone new table as come
  for each statement execute function note_parts_of_parks();
create trigger pools_go after delete on pools referencing old table as gone
  for each statement execute function note_parts_of_parks();
create trigger pools_emptied after truncate on pools for each statement execute function note_all('parks');

create trigger places_change after insert or update or delete or truncate on places
  for each statement execute function note_all('places');
create trigger countries_change after insert or update or delete or truncate on countries
  for each statement execute function note_all('reference');
create trigger states_change after insert or update or delete or truncate on states
  for each statement execute function note_all('reference');
create trigger vehicle_types_change after insert or update or delete or truncate on vehicle_types
  for each statement execute function note_all('reference');
create trigger fees_change after insert or update or delete or truncate on fees
  for each statement execute function note_all('reference');
create trigger sources_change after insert or update or delete or truncate on sources
  for each statement execute function note_all('reference');
