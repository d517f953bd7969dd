-- What a second person has to approve before it happens. So far: corrections of wallets.
create table approvals (
  id uuid primary key,
  kind text not null check (kind in ('wallet_adjustment')),
  -- The account whose wallet is corrected; below zero takes money out of it.
  user_id uuid not null references users,
  amount_minor bigint not null check (amount_minor <> 0),
  currency text not null check (currency in ('NGN', 'CAD', 'XOF', 'USD')),
  reason text not null,
  requested_by uuid not null references users,
  requested_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'withdrawn')),
  decided_by uuid references users,
  decided_at timestamptz,
  note text,
  transfer_id uuid references ledger_transfers,
  constraint approvals_by_two check (state not in ('approved', 'refused') or decided_by <> requested_by),
  constraint approvals_decided check ((state = 'waiting') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint approvals_posted check ((state = 'approved') = (transfer_id is not null))
);
create index approvals_listed on approvals (requested_at desc, id desc);
create index approvals_user on approvals (user_id);

-- The desk lists them newest first.
create index top_ups_listed on top_ups (created_at desc, id desc);
create index refunds_listed on refunds (created_at desc, id desc);
