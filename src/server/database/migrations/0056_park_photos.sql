-- Photos of car parks, re-encoded and in two sizes, in the order of `position`.
create table park_photos (
  id uuid primary key,
  park_id uuid not null references parks on delete cascade,
  position integer not null,
  content bytea not null check (octet_length(content) between 1 and 5242880),
  small bytea not null check (octet_length(small) between 1 and 1048576),
  width integer not null,
  height integer not null,
  description_en text not null,
  description_fr text not null,
  -- Who may show it: the uploader's own picture, or one with permission, whose author is named.
  rights text not null check (rights in ('own', 'permission')),
  credit text,
  created_at timestamptz not null,
  constraint park_photos_credit check (rights = 'own' or credit is not null)
);
create index park_photos_park on park_photos (park_id, position);

create table park_entrances (
  id uuid primary key,
  park_id uuid not null references parks on delete cascade,
  position integer not null,
  name text,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  photo_id uuid references park_photos on delete set null
);
create index park_entrances_park on park_entrances (park_id, position);
create index park_entrances_photo on park_entrances (photo_id) where photo_id is not null;
