set local lock_timeout = '5s';

-- Cash that a courier wants to hand in; the money moves once a register has counted it.
create table hand_ins (
  id uuid not null,
  courier_id uuid not null,
  branch_id uuid not null,
  currency text not null,
  amount_minor bigint not null,
  state text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  shift_id uuid,
  constraint hand_ins_pkey primary key (id),
  constraint hand_ins_courier_id_fkey foreign key (courier_id) references users (id),
  constraint hand_ins_branch_id_fkey foreign key (branch_id) references branches (id),
  constraint hand_ins_decided_by_fkey foreign key (decided_by) references users (id),
  constraint hand_ins_shift_id_fkey foreign key (shift_id) references shifts (id),
  constraint hand_ins_currency_check check (currency in ('NGN', 'CAD', 'XOF', 'USD')),
  constraint hand_ins_amount_minor_check check (amount_minor > 0),
  constraint hand_ins_state_check check (state in ('announced', 'taken', 'refused', 'withdrawn')),
  constraint hand_ins_decided check ((decided_at is null) = (state = 'announced') and (shift_id is not null) = (state = 'taken'))
);
-- A courier announces one at a time.
create unique index hand_ins_open on hand_ins (courier_id) where state = 'announced';
create index hand_ins_branch on hand_ins (branch_id) where state = 'announced';
create index hand_ins_courier on hand_ins (courier_id, created_at desc);
create index hand_ins_decided_by on hand_ins (decided_by) where decided_by is not null;
create index hand_ins_shift on hand_ins (shift_id) where shift_id is not null;

-- What went into a courier's pocket and out of it. Amounts are what the pocket gained.
create table courier_cash (
  id uuid not null,
  courier_id uuid not null,
  branch_id uuid not null,
  currency text not null,
  amount_minor bigint not null,
  -- What rounding to coins added to the price.
  rounding_minor bigint not null default 0,
  order_id uuid,
  hand_in_id uuid,
  transfer_id uuid not null,
  at timestamptz not null,
  constraint courier_cash_pkey primary key (id),
  constraint courier_cash_order_key unique (order_id),
  constraint courier_cash_hand_in_key unique (hand_in_id),
  constraint courier_cash_courier_id_fkey foreign key (courier_id) references users (id),
  constraint courier_cash_branch_id_fkey foreign key (branch_id) references branches (id),
  constraint courier_cash_order_id_fkey foreign key (order_id) references orders (id),
  constraint courier_cash_hand_in_id_fkey foreign key (hand_in_id) references hand_ins (id),
  constraint courier_cash_transfer_id_fkey foreign key (transfer_id) references ledger_transfers (id),
  constraint courier_cash_sign check (amount_minor > 0 and order_id is not null and hand_in_id is null
    or amount_minor < 0 and order_id is null and hand_in_id is not null)
);
create index courier_cash_courier on courier_cash (courier_id, currency);
create index courier_cash_branch on courier_cash (branch_id, at desc);
create index courier_cash_transfer on courier_cash (transfer_id);
