-- What providers keep of payments: an expense of ours, against what they owe us.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check
  (kind in ('customer', 'customer_debt', 'provider_clearing', 'refund_clearing', 'provider_fee', 'park_payable', 'fee_income', 'tax_payable', 'promotion', 'adjustment'));
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check check
  (kind in ('top_up', 'booking', 'extension', 'refund', 'order', 'ticket', 'document', 'adjustment', 'provider_fee'));

-- Each fee that a provider has told, once.
create table provider_fees (
  id uuid primary key,
  provider text not null check (provider in ('paystack', 'wave', 'stripe')),
  -- The provider's own name of the movement that it kept something of.
  fee_id text not null,
  top_up_id uuid not null references top_ups,
  -- In the provider's words and units.
  told text not null,
  currency text not null,
  -- In the payment's own currency; less than nothing where it was given back. Null for what is told in another one: a note, in no books.
  amount_minor bigint check (amount_minor <> 0),
  transfer_id uuid references ledger_transfers,
  told_at timestamptz not null,
  constraint provider_fees_once unique (provider, fee_id),
  constraint provider_fees_booked check ((amount_minor is null) = (transfer_id is null))
);
create index provider_fees_top_up on provider_fees (top_up_id);
