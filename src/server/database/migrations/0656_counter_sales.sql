set local lock_timeout = '5s';

-- Mobile money that a counter took, which a provider pays out to the branch.
do $$
declare
  known text;
begin
  select pg_get_constraintdef(oid) into known from pg_constraint where conname = 'ledger_accounts_kind_check';
  alter table ledger_accounts drop constraint ledger_accounts_kind_check;
  execute 'alter table ledger_accounts add constraint ledger_accounts_kind_check '
    || replace(replace(known, ' NOT VALID', ''), '''terminal_clearing''::text', '''terminal_clearing''::text, ''mobile_clearing''::text')
    || ' not valid';
end $$;
alter table orders drop constraint orders_payment_method_check;
alter table orders add constraint orders_payment_method_check check (payment_method in
  ('wallet', 'cash', 'terminal', 'mobile_money', 'several')) not valid;
alter table order_payments drop constraint order_payments_method_check;
alter table order_payments add constraint order_payments_method_check check (method in
  ('wallet', 'cash', 'terminal', 'mobile_money')) not valid;
alter table registers add column takes_mobile_money boolean not null default false;

-- What sellers may take off by themselves, in percent of what the items cost.
alter table branch_setup add column counter_discount_percent integer not null default 10;
alter table branch_setup add constraint branch_setup_counter_discount_percent_check
  check (counter_discount_percent between 0 and 100) not valid;

-- Lines that were voided and drawers that were opened move no money.
alter table shift_entries drop constraint shift_entries_kind_check;
alter table shift_entries add constraint shift_entries_kind_check check (kind in
  ('sale', 'refund', 'cash_in', 'cash_out', 'voided', 'drawer_opened')) not valid;
alter table shift_entries drop constraint shift_entries_method_check;
alter table shift_entries add constraint shift_entries_method_check check (method in
  ('cash', 'terminal', 'mobile_money', 'wallet')) not valid;
alter table shift_entries drop constraint shift_entries_sign;
alter table shift_entries add constraint shift_entries_sign check (case
  when kind in ('voided', 'drawer_opened') then amount_minor = 0
  when kind = 'sale' then amount_minor >= 0
  else amount_minor <> 0 and (amount_minor > 0) = (kind = 'cash_in') end) not valid;
alter table shift_entries alter column transfer_id drop not null;
alter table shift_entries add constraint shift_entries_transfer check
  ((transfer_id is null) = (kind in ('voided', 'drawer_opened'))) not valid;
-- What was voided: units, name and price.
alter table shift_entries add column detail text;
-- What was given in cash, with the change in it.
alter table shift_entries add column tendered_minor bigint;

-- Guesses of managers' codes at a register.
alter table shifts add column wrong_codes integer not null default 0;
alter table shifts add column codes_locked_until timestamptz;

-- Codes by which a manager approves something at a register, once and for two minutes.
create table manager_codes (
  id uuid not null,
  register_id uuid not null,
  code_hash bytea not null,
  created_by uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint manager_codes_pkey primary key (id),
  constraint manager_codes_register_id_fkey foreign key (register_id) references registers (id) on delete cascade,
  constraint manager_codes_created_by_fkey foreign key (created_by) references users (id)
);
create index manager_codes_register on manager_codes (register_id, expires_at);
create index manager_codes_creator on manager_codes (created_by);

-- Discounts that sellers give, each for one sale of the shift.
create table sale_discounts (
  id uuid not null,
  shift_id uuid not null,
  kind text not null,
  -- Thousandths of a percent, or minor units.
  value bigint not null,
  reason text not null,
  given_by uuid not null,
  -- Whose code it was, where it is above what the seller may give.
  approved_by uuid,
  order_id uuid,
  created_at timestamptz not null,
  constraint sale_discounts_pkey primary key (id),
  constraint sale_discounts_order_id_key unique (order_id),
  constraint sale_discounts_shift_id_fkey foreign key (shift_id) references shifts (id),
  constraint sale_discounts_given_by_fkey foreign key (given_by) references users (id),
  constraint sale_discounts_approved_by_fkey foreign key (approved_by) references users (id),
  constraint sale_discounts_order_id_fkey foreign key (order_id) references orders (id) on delete cascade,
  constraint sale_discounts_kind_check check (kind in ('percentage', 'fixed')),
  constraint sale_discounts_value_check check (value > 0 and (kind = 'fixed' or value <= 100000))
);
create index sale_discounts_shift on sale_discounts (shift_id);
create index sale_discounts_giver on sale_discounts (given_by);
create index sale_discounts_approver on sale_discounts (approved_by) where approved_by is not null;

-- Sales that wait for a wallet's owner, with what the counter takes besides.
create table counter_payments (
  order_id uuid not null,
  shift_id uuid not null,
  wallet_minor bigint not null,
  -- The parts of the other methods, as the sale has them.
  parts jsonb not null,
  constraint counter_payments_pkey primary key (order_id),
  constraint counter_payments_order_id_fkey foreign key (order_id) references orders (id) on delete cascade,
  constraint counter_payments_shift_id_fkey foreign key (shift_id) references shifts (id),
  constraint counter_payments_wallet_minor_check check (wallet_minor > 0)
);
create index counter_payments_shift on counter_payments (shift_id);

-- How often a receipt was printed; copies are marked.
create table receipt_prints (
  order_id uuid not null,
  prints integer not null,
  constraint receipt_prints_pkey primary key (order_id),
  constraint receipt_prints_order_id_fkey foreign key (order_id) references orders (id) on delete cascade,
  constraint receipt_prints_prints_check check (prints > 0)
);
