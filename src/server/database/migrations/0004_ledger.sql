-- Double entry, append only. Amounts are minor units by ISO 4217. An account's sign is the owner's: a customer's balance is positive.
create table ledger_accounts (
  id uuid primary key,
  kind text not null check (kind in ('customer', 'provider_clearing', 'park_payable', 'fee_income', 'tax_payable', 'adjustment')),
  -- A user's id, a provider's name, a park's id, a tax's code; '' where there is but one.
  owner text not null,
  currency text not null check (currency in ('NGN', 'CAD', 'XOF', 'USD')),
  -- Kept for customers alone: a running sum on a shared account would queue every booking behind one row.
  balance_minor bigint,
  created_at timestamptz not null default now(),
  constraint ledger_accounts_unique unique (kind, owner, currency),
  constraint customer_balance_kept check ((kind = 'customer') = (balance_minor is not null)),
  constraint customer_balance_not_negative check (balance_minor >= 0)
);

create table ledger_transfers (
  id uuid primary key,
  kind text not null check (kind in ('top_up', 'booking', 'extension', 'refund', 'order', 'ticket', 'document', 'adjustment')),
  -- With the kind, what makes a transfer happen once: a top-up's reference, a booking's id.
  reference text not null,
  description text not null,
  created_at timestamptz not null,
  constraint ledger_transfers_once unique (kind, reference)
);

create table ledger_entries (
  id bigint generated always as identity primary key,
  transfer_id uuid not null references ledger_transfers,
  account_id uuid not null references ledger_accounts,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  -- Of a customer's account, after this entry.
  balance_after_minor bigint,
  created_at timestamptz not null
);
create index ledger_entries_account on ledger_entries (account_id, id desc);
create index ledger_entries_transfer on ledger_entries (transfer_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  -- The demonstration's reset empties the books as a whole, in a transaction that says so.
  if tg_op = 'TRUNCATE' and current_setting('parkwell.demo_reset', true) = 'on' then return null; end if;
  raise exception 'the ledger is append only' using errcode = 'restrict_violation', constraint = 'ledger_append_only';
end $$;
create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries for each statement execute function refuse_change();
create trigger ledger_transfers_append_only before update or delete on ledger_transfers for each row execute function refuse_change();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers for each statement execute function refuse_change();

-- At commit each transfer's entries sum to nothing in every currency.
create function check_transfer_balanced() returns trigger language plpgsql as $$
begin
  if exists (select 1 from ledger_entries where transfer_id = new.transfer_id group by currency having sum(amount_minor) <> 0) then
    raise exception 'transfer % is not balanced', new.transfer_id using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function check_transfer_balanced();

create table top_ups (
  id uuid primary key,
  reference text not null unique,
  user_id uuid not null references users,
  provider text not null check (provider in ('paystack', 'wave', 'stripe')),
  provider_reference text,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  status text not null check (status in ('pending', 'success', 'failed')),
  failure_reason text,
  -- Where the driver was sent to pay, as the answer said it.
  payment_info jsonb,
  transfer_id uuid references ledger_transfers,
  created_at timestamptz not null,
  settled_at timestamptz,
  checked_at timestamptz,
  next_check_at timestamptz not null
);
create index top_ups_user on top_ups (user_id, created_at desc);
create index top_ups_waiting on top_ups (next_check_at) where status = 'pending';

create table webhook_events (
  id uuid primary key,
  provider text not null,
  event_key text not null,
  event_type text not null,
  reference text,
  provider_reference text,
  body bytea not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text,
  constraint webhook_events_once unique (provider, event_key)
);
create index webhook_events_waiting on webhook_events (next_attempt_at) where processed_at is null;
