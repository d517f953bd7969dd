-- Pictures of what is sold, re-encoded in two sizes. Their address contains the id; what nothing shows is deleted after a day.
create table pictures (
  id uuid primary key,
  content bytea not null,
  small bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null
);

-- One picture for each place, in an order that can be changed within a transaction.
alter table item_pictures drop constraint item_pictures_place;
alter table item_pictures add constraint item_pictures_place unique (item_id, position) deferrable initially deferred;
alter table item_pictures add column version integer not null default 1;
