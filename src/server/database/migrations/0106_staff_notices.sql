-- What people of the desk are told, in words of their language when they read it.
create table staff_notices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  branch_id uuid references branches on delete cascade,
  -- The record it is about: once that is dealt with, nobody else needs to look.
  record_id uuid not null,
  -- Values of its sentences.
  params jsonb not null,
  -- Where it leads, below /desk.
  path text not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create index staff_notices_user on staff_notices (user_id, created_at desc);
create index staff_notices_created on staff_notices (created_at);
create index staff_notices_unread on staff_notices (record_id) where read_at is null;

-- Each time a stock falls to its threshold or below, until those responsible are told.
create table stock_alerts (
  id uuid primary key,
  stock_level_id uuid not null references stock_levels on delete cascade,
  left_over integer not null,
  at timestamptz not null
);
