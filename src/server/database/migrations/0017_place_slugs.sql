-- Places that have a page of their own have an address of their own; the seed, which runs at the next start, fills it.
alter table places add column slug text;
create unique index places_slug on places (kind, slug);
