set local lock_timeout = '5s';

-- What changed of what the search index of each process is made of (decision 11). A row has no batch until its transaction
-- has ended and a reader has numbered it; readers go by the numbers. `park_changes`, by the ids of one node's transactions,
-- is written for servers of the release before alone.
create table index_changes (
  id uuid primary key default gen_random_uuid(),
  what text not null check (what in ('park', 'parks', 'places', 'reference')),
  park_id uuid,
  batch bigint
);
create index index_changes_batch on index_changes (batch);

-- One row. Whoever numbers changes locks it until the numbers can be read, so that they appear in their order.
create table change_feeds (
  id integer primary key default 1 check (id = 1),
  last_batch bigint not null default 0,
  -- Another one after a restore: positions from before it say nothing.
  epoch uuid not null default gen_random_uuid()
);
insert into change_feeds (id) values (1);

create function note_index_changes(changed text, ids uuid[]) returns void language plpgsql set search_path from current as $$
begin
  insert into index_changes (what, park_id) select distinct changed, id from unnest(ids) id;
  insert into park_changes (what, park_id)
  select distinct changed, coalesce(id, '00000000-0000-0000-0000-000000000000') from unnest(ids) id
  on conflict do nothing;
end $$;

-- For many parks at once: one change for all of them. The rest of the transaction notes no single ones.
create function note_all_parks() returns void language plpgsql set search_path from current as $$
begin
  if current_setting('parkwell.all_parks_change', true) is distinct from 'on' then
    perform note_index_changes('parks', array[null::uuid]);
    perform set_config('parkwell.all_parks_change', 'on', true);
  end if;
end $$;

create or replace function note_all() returns trigger language plpgsql set search_path from current as $$
begin
  perform note_index_changes(tg_argv[0], array[null::uuid]);
  return null;
end $$;

create function note_park() returns trigger language plpgsql set search_path from current as $$
begin
  -- Records of a park that is listed: when it comes or goes, they do the contrary.
  perform note_index_changes('park', array(
    select coalesce(new.id, old.id)
    union select p.id from parks p
    where p.possible_duplicate_of in (old.source || ':' || old.source_id, new.source || ':' || new.source_id)));
  return null;
end $$;

create function note_part_of_park() returns trigger language plpgsql set search_path from current as $$
begin
  perform note_index_changes('park', array_remove(array[old.park_id, new.park_id], null));
  return null;
end $$;

drop trigger parks_come on parks;
drop trigger parks_change on parks;
drop trigger parks_go on parks;
create trigger parks_index_change after insert or update or delete on parks for each row
  when (current_setting('parkwell.all_parks_change', true) is distinct from 'on') execute function note_park();

drop trigger tariffs_come on tariffs;
drop trigger tariffs_change on tariffs;
drop trigger tariffs_go on tariffs;
create trigger tariffs_index_change after insert or update or delete on tariffs for each row
  when (current_setting('parkwell.all_parks_change', true) is distinct from 'on') execute function note_part_of_park();

drop trigger pools_come on pools;
drop trigger pools_change on pools;
drop trigger pools_go on pools;
create trigger pools_index_change after insert or update or delete on pools for each row
  when (current_setting('parkwell.all_parks_change', true) is distinct from 'on') execute function note_part_of_park();

drop trigger pool_closures_come on pool_closures;
drop trigger pool_closures_change on pool_closures;
drop trigger pool_closures_go on pool_closures;
create trigger pool_closures_index_change after insert or update or delete on pool_closures for each row
  when (current_setting('parkwell.all_parks_change', true) is distinct from 'on') execute function note_part_of_park();

drop trigger park_photos_come on park_photos;
drop trigger park_photos_change on park_photos;
drop trigger park_photos_go on park_photos;
create trigger park_photos_index_change after insert or update or delete on park_photos for each row
  when (current_setting('parkwell.all_parks_change', true) is distinct from 'on') execute function note_part_of_park();

drop function note_parks;
drop function note_parts_of_parks;
drop function note_park_changes;
