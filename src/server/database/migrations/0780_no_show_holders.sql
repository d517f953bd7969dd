set local lock_timeout = '5s';

-- Whom a booking was sold for that nobody has paid anything for, of a car park that changed hands since: a scan that arrives
-- later can still charge it.
create table no_show_holders (
  booking_id uuid not null primary key references bookings (id) on delete cascade,
  partner_id uuid not null references partners (id)
);
create index no_show_holders_partner on no_show_holders (partner_id);
