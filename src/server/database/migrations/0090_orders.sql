-- Promo codes for the shop: where they count, what pays for them, and how often in all.
alter table promo_codes add column scope text not null default 'parking' check (scope in ('parking', 'shop', 'both'));
alter table promo_codes add column name text;
alter table promo_codes add column name_fr text;
alter table promo_codes add column description text;
alter table promo_codes add column description_fr text;
alter table promo_codes add column picture text;
alter table promo_codes add column funded_by text not null default 'us' check (funded_by in ('us', 'branch'));
alter table promo_codes add column free_delivery boolean not null default false;
-- Null: as often as people use it.
alter table promo_codes add column most_uses integer check (most_uses > 0);

-- How often a code or an offer that has a limit was used in all: rows that cannot pass it, whatever runs at once.
create table promo_totals (
  promo_code_id uuid primary key references promo_codes on delete cascade,
  used integer not null check (used >= 0),
  most integer not null,
  constraint promo_totals_limit check (used <= most)
);
create table offer_uses (
  offer_id uuid primary key references offers on delete cascade,
  used integer not null check (used >= 0),
  most integer not null,
  constraint offer_uses_limit check (used <= most)
);

-- The branches where a code counts; none: all.
create table promo_branches (
  promo_code_id uuid not null references promo_codes on delete cascade,
  branch_id uuid not null references branches on delete cascade,
  primary key (promo_code_id, branch_id)
);
create index promo_branches_branch on promo_branches (branch_id);

-- One cart for an account, or for whoever has the token. One that a visitor's cart replaced at login is set aside.
create table carts (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  token_hash bytea,
  is_set_aside boolean not null default false,
  branch_id uuid not null references branches on delete cascade,
  promo_code text,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  constraint carts_owner check (num_nonnulls(user_id, token_hash) = 1),
  constraint carts_user unique (user_id, is_set_aside),
  constraint carts_token unique (token_hash)
);
create index carts_branch on carts (branch_id);
create index carts_touched on carts (touched_at);

create table cart_lines (
  id uuid primary key,
  cart_id uuid not null references carts on delete cascade,
  item_id uuid not null references items on delete cascade,
  variation_id uuid references item_variations on delete cascade,
  -- In the order of their ids.
  extra_ids uuid[] not null default '{}',
  note text not null default '' check (length(note) <= 200),
  quantity integer not null check (quantity between 1 and 99),
  parent_id uuid references cart_lines on delete cascade,
  -- What one cost with all taxes when the customer last saw and accepted it.
  seen_unit_minor bigint not null,
  position integer not null,
  constraint cart_lines_once unique nulls not distinct (cart_id, item_id, variation_id, extra_ids, note, parent_id)
);
create index cart_lines_item on cart_lines (item_id);
create index cart_lines_parent on cart_lines (parent_id) where parent_id is not null;

create table addresses (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  label text not null check (label in ('home', 'work', 'other')),
  line text not null,
  apartment text,
  city text not null,
  state_id integer references states (id),
  country_id integer not null references countries (id),
  note text,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  is_default boolean not null default false,
  created_at timestamptz not null
);
create unique index addresses_default on addresses (user_id) where is_default;
create index addresses_user on addresses (user_id, created_at);

create table branch_tokens (
  branch_id uuid not null references branches on delete cascade,
  day date not null,
  last integer not null check (last >= 0),
  primary key (branch_id, day)
);

-- An order keeps names, prices and taxes as they were when it was placed. Amounts are minor units of its currency.
create table orders (
  id uuid primary key,
  order_number text not null constraint orders_number_key unique,
  token integer not null check (token between 1 and 999),
  -- Null: sold to somebody without an account.
  user_id uuid references users,
  branch_id uuid not null references branches,
  currency text not null,
  status text not null check (status in ('pending', 'accepted', 'processing', 'preparing', 'ready', 'out_for_delivery',
    'delivered', 'completed', 'canceled', 'rejected', 'returned')),
  payment_status text not null check (payment_status in ('unpaid', 'paid')),
  refund_status text not null default 'none' check (refund_status in ('none', 'partial', 'full')),
  source text not null default 'web' check (source in ('web', 'app', 'pos')),
  order_type text not null check (order_type in ('delivery', 'takeaway')),
  slot_starts_at timestamptz not null,
  -- When the last of its work ends.
  slot_ends_at timestamptz not null,
  delay_minutes integer not null default 0 check (delay_minutes between 0 and 240),
  handover_code text not null check (handover_code ~ '^[0-9]{4}$'),
  wrong_codes integer not null default 0,
  codes_locked_until timestamptz,
  -- To the bay of a car park, or to an address as it was.
  park_id uuid references parks,
  level text,
  bay text,
  address jsonb,
  distance_km double precision,
  booking_id uuid references bookings,
  vehicle_type_id integer references vehicle_types,
  plate text,
  key_holder text check (key_holder in ('desk', 'customer', 'none')),
  note text,
  language text not null,
  promo_code_id uuid references promo_codes,
  promo_code text,
  amends uuid references orders,
  -- In the terms of the branch's prices: before offers, what offers and the coupon take off, the charge of the delivery.
  includes_tax boolean not null,
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  offer_minor bigint not null check (offer_minor >= 0),
  coupon_minor bigint not null check (coupon_minor >= 0),
  delivery_charge_minor bigint not null check (delivery_charge_minor >= 0),
  -- Net, without and with its taxes: [{code, name, name_fr, kind, value, amount_minor, source, source_date}].
  delivery_net_minor bigint not null check (delivery_net_minor >= 0),
  delivery_taxes jsonb not null default '[]',
  delivery_total_minor bigint not null check (delivery_total_minor >= 0),
  delivery_refunded_minor bigint not null default 0,
  total_minor bigint not null check (total_minor >= 0),
  refunded_minor bigint not null default 0,
  -- Thousandths of a percent of the goods, and whose the delivery is, as they were at the branch.
  commission bigint not null,
  delivered_by text not null check (delivered_by in ('branch', 'us')),
  -- An unpaid order is held until then.
  held_until timestamptz,
  -- When the clock does something next, and what it will have been due.
  next_step_at timestamptz,
  -- When its money was released to its branch.
  released_at timestamptz,
  is_example boolean not null default false,
  created_at timestamptz not null,
  version integer not null default 1,
  constraint orders_refunded check (0 <= refunded_minor and refunded_minor <= total_minor),
  constraint orders_delivery_refunded check (0 <= delivery_refunded_minor and delivery_refunded_minor <= delivery_total_minor),
  constraint orders_destination check ((order_type = 'takeaway') = (park_id is null and address is null))
);
create index orders_user on orders (user_id, created_at desc) where user_id is not null;
create index orders_branch on orders (branch_id, created_at desc);
create index orders_created on orders (created_at desc);
create index orders_next_step on orders (next_step_at) where next_step_at is not null;
create index orders_booking on orders (booking_id) where booking_id is not null;
create index orders_promo_code on orders (promo_code_id) where promo_code_id is not null;
create index orders_amends on orders (amends) where amends is not null;
create index orders_open on orders (branch_id, slot_starts_at)
  where status in ('pending', 'accepted', 'processing', 'preparing', 'ready', 'out_for_delivery', 'delivered');

create table order_lines (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  position integer not null,
  parent_id uuid,
  item_id uuid references items on delete set null,
  variation_id uuid references item_variations on delete set null,
  stock_level_id uuid references stock_levels,
  item_slug text not null,
  name text not null,
  name_fr text not null,
  variation_name text,
  variation_name_fr text,
  kind text not null check (kind in ('good', 'service', 'food')),
  work_group text not null,
  -- [{id, name, name_fr, unit_minor}].
  extras jsonb not null default '[]',
  note text,
  picture text,
  quantity integer not null check (quantity between 1 and 99),
  unit_minor bigint not null check (unit_minor >= 0),
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  offer_id uuid references offers on delete set null,
  offer_name text,
  offer_name_fr text,
  offer_minor bigint not null default 0 check (offer_minor >= 0),
  coupon_minor bigint not null default 0 check (coupon_minor >= 0),
  -- Net: what the branch sold, and the part of it that we pay as a promotion.
  goods_minor bigint not null check (goods_minor >= 0),
  promotion_minor bigint not null default 0 check (0 <= promotion_minor and promotion_minor <= goods_minor),
  taxes jsonb not null default '[]',
  total_minor bigint not null check (total_minor >= 0),
  refunded_quantity integer not null default 0,
  refunded_minor bigint not null default 0,
  constraint order_lines_refunded check (0 <= refunded_minor and refunded_minor <= total_minor),
  constraint order_lines_refunded_quantity check (0 <= refunded_quantity and refunded_quantity <= quantity),
  constraint order_lines_position unique (order_id, position)
);
create index order_lines_item on order_lines (item_id) where item_id is not null;
create index order_lines_stock on order_lines (stock_level_id) where stock_level_id is not null;

-- What an order takes from the counters of slot_days.
create table order_slots (
  order_id uuid not null references orders on delete cascade,
  branch_id uuid not null references branches on delete cascade,
  work_group text not null,
  starts_at timestamptz not null,
  units integer not null check (units > 0),
  primary key (order_id, work_group, starts_at)
);
create index order_slots_slot on order_slots (branch_id, work_group, starts_at);

create table order_history (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  -- When it happened, and when it was due if the clock did it.
  at timestamptz not null,
  due_at timestamptz,
  from_status text,
  to_status text not null,
  cause text not null,
  actor text not null check (actor in ('customer', 'seller', 'employee', 'manager', 'courier', 'clock')),
  actor_id uuid,
  detail jsonb
);
create index order_history_order on order_history (order_id, id);

create table order_payments (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  transfer_id uuid references ledger_transfers,
  method text not null check (method in ('wallet', 'cash', 'terminal')),
  amount_minor bigint not null check (amount_minor > 0),
  at timestamptz not null
);
create index order_payments_order on order_payments (order_id);

create table order_refunds (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  -- Counted within the order.
  number integer not null,
  -- A refund above its author's limit waits for another person.
  status text not null default 'done' check (status in ('waiting', 'done', 'refused')),
  amount_minor bigint not null check (amount_minor > 0),
  cause text not null,
  reason text,
  actor_id uuid,
  decided_by uuid,
  transfer_id uuid references ledger_transfers,
  at timestamptz not null,
  decided_at timestamptz,
  constraint order_refunds_number unique (order_id, number)
);

create table order_refund_lines (
  id uuid primary key,
  refund_id uuid not null references order_refunds on delete cascade,
  -- Null: of the delivery.
  line_id uuid references order_lines on delete cascade,
  quantity integer not null check (quantity >= 0),
  goods_minor bigint not null,
  promotion_minor bigint not null,
  taxes jsonb not null default '[]',
  total_minor bigint not null check (total_minor >= 0)
);
create index order_refund_lines_refund on order_refund_lines (refund_id);
create index order_refund_lines_line on order_refund_lines (line_id) where line_id is not null;

-- Orders in the ledger: their money waits at the branch until they are completed.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check
  (kind in ('customer', 'customer_debt', 'provider_clearing', 'refund_clearing', 'provider_fee', 'park_payable', 'fee_income',
    'tax_payable', 'promotion', 'adjustment', 'order_held', 'branch_payable', 'payout_clearing'));
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check check
  (kind in ('top_up', 'booking', 'extension', 'refund', 'order', 'ticket', 'document', 'adjustment', 'provider_fee',
    'order_release', 'settlement'));
