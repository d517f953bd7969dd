-- The transaction that last changed what a guard's list shows of a booking: a phone reads those that it has not seen.
alter table bookings add column listed_xid bigint not null default 0;
alter table bookings alter column listed_xid set default pg_current_xact_id()::text::bigint;

create function note_listed_booking() returns trigger language plpgsql as $$
begin
  new.listed_xid := pg_current_xact_id()::text::bigint;
  return new;
end $$;
-- Only where one of these is set, so that other updates cost nothing.
create trigger bookings_listed before update of status, plate, pass_generation, start_time, end_time, park_id on bookings
  for each row execute function note_listed_booking();

-- The bookings of a car park around now.
create index bookings_park on bookings (park_id, end_time);
