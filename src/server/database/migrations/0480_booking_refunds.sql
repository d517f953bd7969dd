set local lock_timeout = '5s';

-- What staff refunds of a booking, and why; and what its cancellation refunds after that. `lines` are the price lines that were
-- taken back from those who had received them.
create table booking_refunds (
  id uuid not null,
  booking_id uuid not null,
  number integer not null,
  status text not null,
  cause text not null,
  bearer text not null,
  amount_minor bigint not null,
  lines jsonb not null,
  message text,
  requested_by uuid,
  at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  transfer_id uuid,
  constraint booking_refunds_pkey primary key (id),
  constraint booking_refunds_number unique (booking_id, number),
  constraint booking_refunds_booking_id_fkey foreign key (booking_id) references bookings (id) on delete cascade,
  constraint booking_refunds_transfer_id_fkey foreign key (transfer_id) references ledger_transfers (id),
  constraint booking_refunds_status_check check (status in ('waiting', 'done', 'refused')),
  constraint booking_refunds_cause_check
    check (cause in ('double_booking', 'could_not_park', 'price_mistake', 'goodwill', 'by_request', 'cancellation')),
  constraint booking_refunds_bearer_check check (bearer in ('us', 'operator')),
  constraint booking_refunds_amount_check check (amount_minor > 0 or (amount_minor = 0 and cause = 'cancellation')),
  constraint booking_refunds_told check ((message is null) = (cause = 'cancellation')),
  constraint booking_refunds_posted check ((status = 'done') = (transfer_id is not null)),
  constraint booking_refunds_by_two check (status <> 'done' or decided_by is null or decided_by <> requested_by)
);
create index booking_refunds_waiting on booking_refunds using btree (at) where status = 'waiting';
