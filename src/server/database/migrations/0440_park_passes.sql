set local lock_timeout = '5s';

-- Passes in wallets show their car park: its label, place and zone, and how to get in, for which staff replace its entrances.
create function note_park_passes() returns trigger language plpgsql set search_path from current as $$
declare
  changed uuid;
begin
  if tg_table_name = 'parks' then changed := new.id;
  elsif tg_op = 'DELETE' then changed := old.park_id;
  else changed := new.park_id;
  end if;
  perform change_wallet_passes(array(
    select p.booking_id from bookings b join wallet_passes p on p.booking_id = b.id
    where b.park_id = changed and b.status in ('active', 'checked_in', 'overstayed')));
  return null;
end $$;
create trigger parks_wallet_pass
  after update of name, near, city, address, lat, lng, timezone, access_level, gate_code, access_steps_en, access_steps_fr
  on parks for each row
  when ((old.name, old.near, old.city, old.address, old.lat, old.lng, old.timezone,
      old.access_level, old.gate_code, old.access_steps_en, old.access_steps_fr)
    is distinct from (new.name, new.near, new.city, new.address, new.lat, new.lng, new.timezone,
      new.access_level, new.gate_code, new.access_steps_en, new.access_steps_fr))
  execute function note_park_passes();
-- A pass names the first entrance alone.
create trigger park_entrances_come_wallet_pass after insert or update of park_id, position, name on park_entrances
  for each row when (new.position = 0) execute function note_park_passes();
create trigger park_entrances_go_wallet_pass after delete on park_entrances
  for each row when (old.position = 0) execute function note_park_passes();
