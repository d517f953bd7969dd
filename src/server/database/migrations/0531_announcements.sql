set local lock_timeout = '5s';

-- Lines above every page of the site, for everybody or for drivers who are logged in, in all countries or in one.
create table announcements (
  id uuid not null,
  text text not null,
  text_fr text not null,
  audience text not null,
  country_id integer,
  severity text not null,
  link text,
  starts_at timestamptz not null,
  ends_at timestamptz,
  status text not null default 'inactive',
  version integer not null default 1,
  created_at timestamptz not null,
  constraint announcements_pkey primary key (id),
  constraint announcements_country_id_fkey foreign key (country_id) references countries (id),
  constraint announcements_audience_check check (audience in ('everyone', 'drivers')),
  constraint announcements_severity_check check (severity in ('info', 'warning', 'urgent')),
  constraint announcements_status_check check (status in ('active', 'inactive')),
  constraint announcements_times_check check (starts_at < ends_at)
);
