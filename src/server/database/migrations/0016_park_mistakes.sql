-- What readers say is wrong about a park; a member of staff puts it right, or says that it is not so.
create table park_mistakes (
  id uuid primary key,
  park_id uuid not null references parks on delete cascade,
  kind text not null check (kind in ('closed', 'price', 'hours', 'position', 'limits', 'other')),
  body text,
  -- To be told what came of it.
  email text,
  user_id uuid references users on delete set null,
  language text not null check (language in ('en', 'fr')),
  created_at timestamptz not null,
  settled_at timestamptz
);
create index park_mistakes_park on park_mistakes (park_id);
create index park_mistakes_user on park_mistakes (user_id) where user_id is not null;
create index park_mistakes_open on park_mistakes (created_at) where settled_at is null;
