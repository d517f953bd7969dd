-- What a driver who could not park saw. For its owner and for staff only.
create table cannot_park_photos (
  booking_id uuid primary key references cannot_park_reports on delete cascade,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  content bytea not null check (octet_length(content) between 1 and 5242880),
  created_at timestamptz not null
);
