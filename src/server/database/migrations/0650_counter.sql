set local lock_timeout = '5s';

-- Cash in drawers, what terminals took, and what rounding and counting differ by.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in (
  'customer', 'customer_debt', 'provider_clearing', 'refund_clearing', 'provider_fee', 'park_payable', 'fee_income', 'tax_payable',
  'promotion', 'adjustment', 'order_held', 'branch_payable', 'payout_clearing', 'document_held', 'agency_payable', 'insurer_payable',
  'cash_drawer', 'cash_rounding', 'cash_discrepancy', 'terminal_clearing')) not valid;
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check check (kind in (
  'top_up', 'booking', 'extension', 'refund', 'order', 'ticket', 'document', 'adjustment', 'provider_fee', 'order_release',
  'settlement', 'document_release', 'cash')) not valid;

-- Above it, a manager approves what a count differs by.
alter table branch_setup add column cash_discrepancy_limit_minor bigint not null default 0;
alter table branch_setup add constraint branch_setup_cash_discrepancy_limit_minor_check check (cash_discrepancy_limit_minor >= 0) not valid;

-- Where branches sell over the counter.
create table registers (
  id uuid not null,
  branch_id uuid not null,
  name text not null,
  takes_terminal boolean not null,
  receipt_width text not null,
  status text not null default 'active',
  is_example boolean not null default false,
  version integer not null default 1,
  constraint registers_pkey primary key (id),
  constraint registers_branch_id_fkey foreign key (branch_id) references branches (id),
  constraint registers_receipt_width_check check (receipt_width in ('80', '58')),
  constraint registers_status_check check (status in ('active', 'inactive'))
);
create unique index registers_name on registers (branch_id, lower(name));

-- Who worked at a register, from one count of its drawer to the next.
create table shifts (
  id uuid not null,
  register_id uuid not null,
  branch_id uuid not null,
  -- Of its register, without gaps.
  number integer not null,
  currency text not null,
  opened_by uuid not null,
  opened_at timestamptz not null,
  opening_count jsonb not null,
  opening_minor bigint not null,
  closed_at timestamptz,
  closing_count jsonb,
  -- What the drawer should have held, and what was counted in it, both with the opening cash.
  expected_minor bigint,
  counted_minor bigint,
  discrepancy_reason text,
  needs_approval boolean not null default false,
  approved_by uuid,
  approved_at timestamptz,
  approval_note text,
  -- The figures of the Z report.
  figures jsonb,
  is_example boolean not null default false,
  constraint shifts_pkey primary key (id),
  constraint shifts_register_id_fkey foreign key (register_id) references registers (id),
  constraint shifts_branch_id_fkey foreign key (branch_id) references branches (id),
  constraint shifts_opened_by_fkey foreign key (opened_by) references users (id),
  constraint shifts_approved_by_fkey foreign key (approved_by) references users (id),
  constraint shifts_number_key unique (register_id, number),
  constraint shifts_currency_check check (currency in ('NGN', 'CAD', 'XOF', 'USD')),
  constraint shifts_opening_minor_check check (opening_minor >= 0),
  constraint shifts_closed_whole check ((closed_at is null) = (counted_minor is null) and (closed_at is null) = (expected_minor is null)
    and (closed_at is null) = (figures is null)),
  constraint shifts_approved_whole check ((approved_at is null) = (approved_by is null) and (needs_approval or approved_at is null))
);
create unique index shifts_open_register on shifts (register_id) where closed_at is null;
create unique index shifts_open_person on shifts (opened_by) where closed_at is null;
create index shifts_branch on shifts (branch_id, opened_at desc);
create index shifts_opened on shifts (opened_at desc, id desc);
create index shifts_person on shifts (opened_by);
create index shifts_approver on shifts (approved_by) where approved_by is not null;

-- What went through a shift's drawer and terminal. Amounts are what the drawer or terminal gained.
create table shift_entries (
  id uuid not null,
  shift_id uuid not null,
  kind text not null,
  method text not null,
  amount_minor bigint not null,
  -- What rounding added to what was to be paid.
  rounding_minor bigint not null default 0,
  order_id uuid,
  slip text,
  slip_repeated boolean not null default false,
  reason text,
  transfer_id uuid not null,
  actor_id uuid not null,
  at timestamptz not null,
  constraint shift_entries_pkey primary key (id),
  constraint shift_entries_shift_id_fkey foreign key (shift_id) references shifts (id),
  constraint shift_entries_order_id_fkey foreign key (order_id) references orders (id),
  constraint shift_entries_transfer_id_fkey foreign key (transfer_id) references ledger_transfers (id),
  constraint shift_entries_actor_id_fkey foreign key (actor_id) references users (id),
  constraint shift_entries_kind_check check (kind in ('sale', 'refund', 'cash_in', 'cash_out')),
  constraint shift_entries_method_check check (method in ('cash', 'terminal')),
  -- What is left after the terminal may be less than half a coin.
  constraint shift_entries_sign check (amount_minor <> 0 and (amount_minor > 0) = (kind in ('sale', 'cash_in')) or kind = 'sale' and amount_minor = 0)
);
create index shift_entries_shift on shift_entries (shift_id, at);
create index shift_entries_order on shift_entries (order_id) where order_id is not null;
create index shift_entries_transfer on shift_entries (transfer_id);
create index shift_entries_actor on shift_entries (actor_id);
create index shift_entries_slip on shift_entries (shift_id, slip) where slip is not null;


-- The orders of counters are a list of their own.
create index orders_pos on orders (created_at desc, id desc) where source = 'pos';
