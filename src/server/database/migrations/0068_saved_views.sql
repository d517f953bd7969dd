-- Lists of the desk as somebody likes to see them: search, filters, order and columns, as in their address.
create table saved_views (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  list text not null,
  name text not null,
  query text not null check (length(query) <= 2000),
  -- Shown to everybody with this role as well.
  role_id uuid references roles on delete set null,
  created_at timestamptz not null
);
create index saved_views_user on saved_views (user_id, list);
create index saved_views_role on saved_views (role_id, list) where role_id is not null;
