set local lock_timeout = '5s';

-- What operators and branches are owed: who they are, the terms, statements, and the payouts of what these show.
do $$
declare
  kinds text;
begin
  select pg_get_constraintdef(oid) into kinds from pg_constraint where conname = 'ledger_accounts_kind_check';
  alter table ledger_accounts drop constraint ledger_accounts_kind_check;
  execute 'alter table ledger_accounts add constraint ledger_accounts_kind_check '
    || replace(replace(kinds, 'ARRAY[', 'ARRAY[''payee_payable''::text, '), ' NOT VALID', '') || ' not valid';
  select pg_get_constraintdef(oid) into kinds from pg_constraint where conname = 'ledger_transfers_kind_check';
  alter table ledger_transfers drop constraint ledger_transfers_kind_check;
  execute 'alter table ledger_transfers add constraint ledger_transfers_kind_check '
    || replace(replace(kinds, 'ARRAY[', 'ARRAY[''payout''::text, '), ' NOT VALID', '') || ' not valid';
end $$;

create table payees (
  id uuid not null,
  partner_id uuid,
  branch_id uuid,
  currency text not null,
  country_id integer not null,
  state_id integer,
  timezone text not null,
  is_paused boolean not null default false,
  pause_reason text,
  entity text,
  legal_name text,
  registration_number text,
  tax_number text,
  address text,
  identity text not null default 'missing',
  identity_reason text,
  identity_until date,
  identity_at timestamptz,
  identity_by uuid,
  closed_until timestamptz,
  next_closing_at timestamptz not null,
  negative_since timestamptz,
  reminded_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint payees_pkey primary key (id),
  constraint payees_partner unique (partner_id, currency),
  constraint payees_branch unique (branch_id, currency),
  constraint payees_partner_id_fkey foreign key (partner_id) references partners(id),
  constraint payees_branch_id_fkey foreign key (branch_id) references branches(id),
  constraint payees_country_id_fkey foreign key (country_id) references countries(id),
  constraint payees_state_id_fkey foreign key (state_id) references states(id),
  constraint payees_identity_by_fkey foreign key (identity_by) references users(id),
  constraint payees_timezone_named check (timezone ~ '^(UTC|[A-Z][A-Za-z]+(/[A-Z][A-Za-z0-9_+-]+)+)$'),
  constraint payees_one_side check ((partner_id is null) <> (branch_id is null)),
  constraint payees_currency_check check (currency in ('NGN', 'CAD', 'XOF', 'USD')),
  constraint payees_entity_check check (entity in ('person', 'company')),
  constraint payees_identity_check check (identity in ('missing', 'pending', 'verified', 'refused', 'expired'))
);

create index payees_closing on payees (next_closing_at);

-- Terms hold from an instant on: those of a payee before those of their currency.
create table payout_terms (
  id uuid not null,
  payee_id uuid,
  currency text not null,
  valid_from timestamptz not null,
  commission integer not null,
  schedule text not null,
  minimum_minor bigint not null,
  reserve integer not null,
  reserve_days integer not null,
  set_by uuid,
  constraint payout_terms_pkey primary key (id),
  constraint payout_terms_payee_id_fkey foreign key (payee_id) references payees(id),
  constraint payout_terms_set_by_fkey foreign key (set_by) references users(id),
  constraint payout_terms_currency_check check (currency in ('NGN', 'CAD', 'XOF', 'USD')),
  constraint payout_terms_commission_check check (commission between 0 and 100000),
  constraint payout_terms_schedule_check check (schedule in ('weekly', 'monthly', 'on_request')),
  constraint payout_terms_minimum_check check (minimum_minor >= 0),
  constraint payout_terms_reserve_check check (reserve between 0 and 100000 and reserve_days between 0 and 180)
);
create unique index payout_terms_of_payee on payout_terms (payee_id, valid_from) where payee_id is not null;
create unique index payout_terms_of_currency on payout_terms (currency, valid_from) where payee_id is null;

create table statements (
  id uuid not null,
  payee_id uuid not null,
  year integer not null,
  serial integer not null,
  number text not null,
  currency text not null,
  period_from timestamptz not null,
  period_until timestamptz not null,
  opening_minor bigint not null,
  sales_minor bigint not null,
  refunds_minor bigint not null,
  commission_minor bigint not null,
  taxes jsonb not null,
  tax_minor bigint not null,
  other_minor bigint not null,
  paid_minor bigint not null,
  closing_minor bigint not null,
  line_count integer not null,
  payee jsonb not null,
  transfer_id uuid,
  closed_at timestamptz not null,
  constraint statements_pkey primary key (id),
  constraint statements_number_key unique (number),
  constraint statements_serial unique (year, currency, serial),
  constraint statements_period unique (payee_id, period_until),
  constraint statements_payee_id_fkey foreign key (payee_id) references payees(id),
  constraint statements_currency_check check (currency in ('NGN', 'CAD', 'XOF', 'USD')),
  constraint statements_sum check (
    closing_minor = opening_minor + sales_minor + refunds_minor - commission_minor - tax_minor + other_minor + paid_minor)
);

-- An entry of the ledger is on one statement, whatever is asked twice. Without a statement yet, it is known whose it is.
create table statement_lines (
  entry_id bigint not null,
  payee_id uuid not null,
  statement_id uuid,
  kind text not null,
  subject text,
  park_id uuid,
  at timestamptz not null,
  amount_minor bigint not null,
  rate integer not null,
  commission_minor bigint not null,
  -- Of the commission, what the ledger took with the entry, as of orders; the rest is taken by the statement.
  booked_minor bigint not null,
  constraint statement_lines_pkey primary key (entry_id),
  constraint statement_lines_payee_id_fkey foreign key (payee_id) references payees(id),
  constraint statement_lines_statement_id_fkey foreign key (statement_id) references statements(id),
  constraint statement_lines_entry_id_fkey foreign key (entry_id) references ledger_entries(id),
  constraint statement_lines_kind_check check (
    kind in ('sale', 'extension', 'order', 'refund', 'cash_kept', 'moved', 'correction', 'payout', 'payout_returned'))
);
create index statement_lines_statement on statement_lines (statement_id, entry_id);
create index statement_lines_subject on statement_lines (subject) where subject is not null;
create index statement_lines_parks on statement_lines (payee_id, park_id);

create table payout_accounts (
  id uuid not null,
  payee_id uuid not null,
  method text not null,
  currency text not null,
  holder_name text not null,
  bank_code text,
  bank_name text,
  number text,
  masked text not null,
  recipient text,
  state text not null default 'pending',
  reason text,
  usable_from timestamptz not null,
  created_by uuid not null,
  created_at timestamptz not null,
  verified_at timestamptz,
  replaced_at timestamptz,
  constraint payout_accounts_pkey primary key (id),
  constraint payout_accounts_payee_id_fkey foreign key (payee_id) references payees(id),
  constraint payout_accounts_created_by_fkey foreign key (created_by) references users(id),
  constraint payout_accounts_method_check check (method in ('paystack', 'wave', 'stripe', 'bank')),
  constraint payout_accounts_currency_check check (currency in ('NGN', 'CAD', 'XOF', 'USD')),
  constraint payout_accounts_state_check check (state in ('pending', 'verified', 'refused'))
);
create unique index payout_accounts_current on payout_accounts (payee_id) where replaced_at is null;

create table payouts (
  id uuid not null,
  year integer not null,
  serial integer not null,
  number text not null,
  payee_id uuid not null,
  account_id uuid not null,
  method text not null,
  currency text not null,
  amount_minor bigint not null,
  state text not null,
  is_automatic boolean not null,
  needs_second boolean not null,
  proposed_by uuid,
  proposed_at timestamptz not null,
  approved_by uuid,
  approved_at timestamptz,
  second_by uuid,
  second_at timestamptz,
  reference text,
  tries integer not null default 0,
  send_after timestamptz,
  sent_at timestamptz,
  provider_id text,
  fee_minor bigint,
  failure text,
  bank_reference text,
  paid_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1,
  constraint payouts_pkey primary key (id),
  constraint payouts_number_key unique (number),
  constraint payouts_serial unique (year, currency, serial),
  constraint payouts_reference_key unique (reference),
  constraint payouts_payee_id_fkey foreign key (payee_id) references payees(id),
  constraint payouts_account_id_fkey foreign key (account_id) references payout_accounts(id),
  constraint payouts_proposed_by_fkey foreign key (proposed_by) references users(id),
  constraint payouts_approved_by_fkey foreign key (approved_by) references users(id),
  constraint payouts_second_by_fkey foreign key (second_by) references users(id),
  constraint payouts_currency_check check (currency in ('NGN', 'CAD', 'XOF', 'USD')),
  constraint payouts_amount_check check (amount_minor > 0),
  constraint payouts_method_check check (method in ('paystack', 'wave', 'stripe', 'bank')),
  constraint payouts_state_check check (
    state in ('proposed', 'approved', 'sending', 'sent', 'paid', 'failed', 'returned', 'canceled')),
  constraint payouts_two_persons check (second_by is null or second_by <> approved_by)
);
create unique index payouts_open on payouts (payee_id) where state in ('proposed', 'approved', 'sending', 'sent');
create index payouts_payee on payouts (payee_id, proposed_at desc);

create table payout_history (
  id uuid not null,
  payout_id uuid not null,
  state text not null,
  cause text not null,
  actor_id uuid,
  at timestamptz not null,
  constraint payout_history_pkey primary key (id),
  constraint payout_history_payout_id_fkey foreign key (payout_id) references payouts(id),
  constraint payout_history_actor_id_fkey foreign key (actor_id) references users(id)
);
create index payout_history_payout on payout_history (payout_id, at);
