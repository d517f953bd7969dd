set local lock_timeout = '5s';

create table favourite_parks (
  user_id uuid not null references users (id) on delete cascade,
  park_id uuid not null references parks (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, park_id)
);
create index favourite_parks_park on favourite_parks (park_id);
