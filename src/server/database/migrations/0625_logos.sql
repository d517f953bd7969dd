set local lock_timeout = '5s';

-- Logos of the theme: as they were sent, and as a PNG for emails and documents. The name has size and content.
create table logos (
  name text not null,
  type text not null,
  content bytea not null,
  png bytea not null,
  created_at timestamptz not null,
  constraint logos_pkey primary key (name),
  constraint logos_name_check check (name ~ '^[0-9]{1,5}x[0-9]{1,5}-[a-p]{16}$'),
  constraint logos_type_check check (type in ('image/svg+xml', 'image/png', 'image/webp'))
);
