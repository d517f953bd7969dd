set local lock_timeout = '5s';

-- What colleagues write for one another about a booking or a customer, as `order_notes` has it of orders.
create table booking_notes (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  text text not null constraint booking_notes_text_check check (text <> ''),
  created_at timestamptz not null
);
create index booking_notes_booking on booking_notes (booking_id, created_at);
create index booking_notes_user on booking_notes (user_id);

create table customer_notes (
  id uuid primary key,
  customer_id uuid not null references users (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  text text not null constraint customer_notes_text_check check (text <> ''),
  created_at timestamptz not null
);
create index customer_notes_customer on customer_notes (customer_id, created_at);
create index customer_notes_user on customer_notes (user_id);
