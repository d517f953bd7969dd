-- Browsers that show reminders while no page is open. A row goes with the session that it was made in.
create table push_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  -- The address of the browser's push service, and the browser's keys: what is sent is encrypted for it alone.
  endpoint text not null unique check (char_length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  language text not null check (language in ('en', 'fr')),
  created_at timestamptz not null
);
create index push_devices_user on push_devices (user_id, created_at);
create index push_devices_session on push_devices (session_id);

-- The end of which the driver was reminded: an extended booking has another one.
alter table bookings add column reminded_end timestamptz;
create index bookings_ending on bookings (end_time) where status in ('active', 'checked_in');
