-- A booking belongs to the car park of its spaces. A sale that began before its car park was merged into another one waits
-- here for the merger and follows the spaces.
create function follow_pool() returns trigger language plpgsql as $$
begin
  select park_id into new.park_id from pools where id = new.pool_id for key share;
  return new;
end $$;
create trigger bookings_follow_pool before insert on bookings for each row execute function follow_pool();
