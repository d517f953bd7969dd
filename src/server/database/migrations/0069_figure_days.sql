-- What visitors look at, as numbers alone: nothing about a visitor is kept. Days are those of UTC, so that the days of
-- all countries can be added up, and of countries with several time zones as well.
create table figure_days (
  day date not null,
  country_id integer not null references countries,
  device text not null check (device in ('phone', 'tablet', 'desktop')),
  kind text not null,
  -- Of a car park with facts that the demo has made up.
  is_example boolean not null,
  -- To whom the car park belonged; null for what belongs to no car park.
  partner_id uuid references partners,
  count bigint not null check (count > 0),
  unique nulls not distinct (day, country_id, device, kind, is_example, partner_id)
);

-- Null for what was made without a browser, and before this was kept.
alter table bookings add column device text check (device in ('phone', 'tablet', 'desktop'));
alter table top_ups add column device text check (device in ('phone', 'tablet', 'desktop'));
-- Whether its payment was started with a stand-in of the provider, where no money moves.
alter table top_ups add column is_example boolean not null default false;
