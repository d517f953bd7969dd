-- A change is never recorded before the one it follows. First entries need no check, and bookings are made in bulk.
create function refuse_earlier_history() returns trigger language plpgsql as $$
begin
  if exists (select from booking_history where booking_id = new.booking_id and at > new.at) then
    raise exception 'the history of booking % has a later entry', new.booking_id
      using errcode = 'check_violation', constraint = 'booking_history_order';
  end if;
  return new;
end $$;
create trigger booking_history_order before insert on booking_history
  for each row when (new.from_status is not null) execute function refuse_earlier_history();
