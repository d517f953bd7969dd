set local lock_timeout = '5s';

-- Cash and cards of a counter that become money of a wallet, and refunds that a drawer pays out of it.
do $$
declare kinds text;
begin
  select pg_get_constraintdef(oid) into kinds from pg_constraint where conname = 'ledger_transfers_kind_check';
  alter table ledger_transfers drop constraint ledger_transfers_kind_check;
  execute 'alter table ledger_transfers add constraint ledger_transfers_kind_check '
    || replace(replace(kinds, 'ARRAY[', 'ARRAY[''counter''::text, '), ' NOT VALID', '') || ' not valid';
end $$;

-- Accounts that a counter opened for a car park booking of somebody without one. Nobody logs in to them.
create table guest_accounts (
  user_id uuid not null,
  country_id integer not null,
  -- E.164, or else the plate.
  phone text,
  plate_key text,
  created_at timestamptz not null,
  constraint guest_accounts_pkey primary key (user_id),
  constraint guest_accounts_user_id_fkey foreign key (user_id) references users (id),
  constraint guest_accounts_country_id_fkey foreign key (country_id) references countries (id),
  constraint guest_accounts_one_key check ((phone is null) <> (plate_key is null))
);
create unique index guest_accounts_phone on guest_accounts (phone) where phone is not null;
create unique index guest_accounts_plate on guest_accounts (country_id, plate_key) where plate_key is not null;

-- Bookings that a counter sold, by the id that the device chose.
create table counter_bookings (
  id uuid not null,
  booking_id uuid not null,
  shift_id uuid not null,
  branch_id uuid not null,
  transfer_id uuid,
  -- As it was sold, whatever becomes of the booking: for the receipt and the Z report.
  amount_minor bigint not null,
  lines jsonb not null,
  -- What drawers paid out of it.
  paid_out_minor bigint not null default 0,
  prints integer not null default 0,
  created_at timestamptz not null,
  constraint counter_bookings_pkey primary key (id),
  constraint counter_bookings_booking unique (booking_id),
  constraint counter_bookings_booking_id_fkey foreign key (booking_id) references bookings (id) on delete cascade,
  constraint counter_bookings_shift_id_fkey foreign key (shift_id) references shifts (id),
  constraint counter_bookings_branch_id_fkey foreign key (branch_id) references branches (id),
  constraint counter_bookings_transfer_id_fkey foreign key (transfer_id) references ledger_transfers (id),
  constraint counter_bookings_paid_out check (paid_out_minor >= 0 and paid_out_minor <= amount_minor)
);
create index counter_bookings_shift on counter_bookings (shift_id);
create index counter_bookings_branch on counter_bookings (branch_id);
create index counter_bookings_transfer on counter_bookings (transfer_id);

alter table shift_entries add column booking_id uuid;
alter table shift_entries add constraint shift_entries_booking_id_fkey foreign key (booking_id) references bookings (id) not valid;
create index shift_entries_booking on shift_entries (booking_id) where booking_id is not null;
