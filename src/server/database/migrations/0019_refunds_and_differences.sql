-- Money that leaves a payment again lies in `refund_clearing` from the moment it leaves the wallet until the provider has sent it.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check
  (kind in ('customer', 'customer_debt', 'provider_clearing', 'refund_clearing', 'park_payable', 'fee_income', 'tax_payable', 'promotion', 'adjustment'));

-- What goes back of a top-up: asked for by the driver, made at the provider itself, or taken back by the payer's bank (a dispute).
create table refunds (
  id uuid primary key,
  -- Ours; the provider is told it, so that a refund whose answer was lost is found again.
  reference text not null unique,
  top_up_id uuid not null references top_ups,
  user_id uuid not null references users,
  provider text not null check (provider in ('paystack', 'wave', 'stripe')),
  kind text not null check (kind in ('refund', 'dispute')),
  origin text not null check (origin in ('driver', 'provider')),
  -- The provider's own; null until it has answered.
  provider_refund_id text,
  amount_minor bigint not null check (amount_minor > 0),
  -- What the wallet could not pay of it and its owner owes still.
  owed_minor bigint not null default 0 check (owed_minor >= 0 and owed_minor <= amount_minor),
  currency text not null,
  status text not null check (status in ('pending', 'processing', 'done', 'failed')),
  failure_reason text,
  transfer_id uuid not null references ledger_transfers,
  -- What ended it: the provider has sent the money, or it is in the wallet again.
  ended_transfer_id uuid references ledger_transfers,
  created_at timestamptz not null,
  settled_at timestamptz,
  checked_at timestamptz,
  next_check_at timestamptz not null,
  -- Until then somebody, in whichever process, is asking the provider about it.
  held_until timestamptz,
  constraint refunds_once unique (provider, kind, provider_refund_id),
  constraint refunds_driver_has_it check (origin = 'provider' or owed_minor = 0),
  constraint refunds_ended check (origin = 'provider' or (status in ('done', 'failed')) = (ended_transfer_id is not null))
);
create index refunds_top_up on refunds (top_up_id);
create index refunds_user on refunds (user_id, created_at desc);
create index refunds_waiting on refunds (next_check_at) where status in ('pending', 'processing');
create index refunds_owed on refunds (user_id) where owed_minor > 0;

-- Where a provider and we do not say the same of a payment. Kept once, however often it is seen.
create table money_differences (
  id uuid primary key,
  kind text not null,
  provider text not null,
  reference text not null,
  ours text not null,
  theirs text not null,
  found_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid references users on delete set null,
  note text,
  constraint money_differences_once unique (kind, provider, reference, ours, theirs)
);
create index money_differences_open on money_differences (found_at desc) where resolved_at is null;

-- The days that were compared with a provider's own list.
create table reconciliations (
  provider text not null,
  day date not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  listed integer,
  differences integer,
  primary key (provider, day)
);
