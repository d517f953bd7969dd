set local lock_timeout = '5s';

-- When what a guard's list shows of a booking last changed. `listed_xid`, of one node's transactions, and its trigger are
-- there for servers of the release before alone.
alter table bookings add column listed_at timestamptz;
alter table bookings alter column listed_at set default clock_timestamp();

create function date_listed_booking() returns trigger language plpgsql as $$
begin
  new.listed_at := clock_timestamp();
  return new;
end $$;
create trigger bookings_listed_at before update of status, plate, pass_generation, start_time, end_time, park_id on bookings
  for each row execute function date_listed_booking();
