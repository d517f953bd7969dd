-- Landmarks, venues and neighbourhoods; the seed, which runs at the next start, adds them.
alter table places drop constraint places_kind_check;
alter table places add constraint places_kind_check check (kind in ('city', 'area', 'airport', 'station', 'stadium',
  'poi', 'neighbourhood', 'arena', 'theatre', 'convention_centre', 'museum', 'mall', 'market', 'university', 'hospital',
  'landmark'));
alter table places add column name_fr text;
-- The position may be some hundred metres off, or is the centre of an area: never drawn as a marker.
alter table places add column approximate boolean not null default false;

-- SQL searches only the places that have a page; suggestions search the others in memory.
drop index places_folded_trgm;
drop index places_folded_prefix;
drop index places_codes;
create index places_folded_trgm on places using gin (folded gin_trgm_ops) where slug is not null;
