set local lock_timeout = '5s';

-- Passes of bookings that were handed to Apple Wallet or Google Wallet.
create table wallet_passes (
  booking_id uuid primary key references bookings (id) on delete cascade,
  locale text not null,
  -- Raised by each change of what the pass shows.
  version integer not null default 1,
  -- In whole seconds, as HTTP has them, and later with each version.
  modified_at timestamptz not null default date_trunc('second', clock_timestamp()),
  created_at timestamptz not null,
  -- Since when Google has the pass; null where nobody asked for it.
  google_since timestamptz,
  -- The version that Google is to get; null when it has the latest.
  google_due integer,
  google_claimed_until timestamptz
);
create index wallet_passes_google_due on wallet_passes (modified_at) where google_due is not null;

-- Apple devices that have a pass, and want to hear when it changes.
create table wallet_registrations (
  id uuid primary key,
  device_id text not null,
  booking_id uuid not null references wallet_passes (booking_id) on delete cascade,
  push_token text not null,
  registered_at timestamptz not null,
  -- The version of which the device is to be told; null when it was told of the latest.
  push_due integer,
  claimed_until timestamptz,
  constraint wallet_registrations_device unique (device_id, booking_id)
);
create index wallet_registrations_booking on wallet_registrations (booking_id);
create index wallet_registrations_token on wallet_registrations (push_token);
create index wallet_registrations_due on wallet_registrations (id) where push_due is not null;

-- The passes of these bookings have changed. A device that registers locks its pass first, so that the second statement sees it.
create function change_wallet_passes(booking_ids uuid[]) returns void language plpgsql as $$
begin
  update wallet_passes set version = version + 1,
    modified_at = greatest(date_trunc('second', clock_timestamp()), modified_at + interval '1 second'),
    google_due = case when google_since is not null then version + 1 end
  where booking_id = any(booking_ids);
  if found then
    update wallet_registrations r set push_due = p.version
    from wallet_passes p where p.booking_id = any(booking_ids) and r.booking_id = p.booking_id;
  end if;
end $$;
create function note_wallet_pass() returns trigger language plpgsql as $$
begin
  perform change_wallet_passes(array[new.id]);
  return null;
end $$;
create trigger bookings_wallet_pass after update of status, plate, pass_generation, start_time, end_time, park_id on bookings
  for each row when ((old.status, old.plate, old.pass_generation, old.start_time, old.end_time, old.park_id)
    is distinct from (new.status, new.plate, new.pass_generation, new.start_time, new.end_time, new.park_id))
  execute function note_wallet_pass();
