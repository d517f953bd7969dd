-- How a top-up stands beyond its status. `processing`: the payer has done their part and the provider is still moving the
-- money, for days if need be, so that it does not expire. `partial`: less was paid than was asked for.
alter table top_ups add column detail text;
update top_ups t set detail = 'partial' where status = 'success' and amount_minor > (
  select sum(e.amount_minor) from ledger_entries e join ledger_accounts a on a.id = e.account_id
  where e.transfer_id = t.transfer_id and a.kind = 'customer');
alter table top_ups add constraint top_ups_detail check (
  detail is null or (detail = 'processing' and status = 'pending') or (detail = 'partial' and status = 'success'));

-- Who a driver is at a payment provider, which keeps the cards that they chose to save. Without a user, the account was
-- erased and the customer is to be deleted there.
create table payment_customers (
  provider text not null check (provider in ('paystack', 'wave', 'stripe')),
  customer_id text not null,
  user_id uuid references users on delete set null,
  created_at timestamptz not null,
  primary key (provider, customer_id)
);
create unique index payment_customers_user on payment_customers (user_id, provider) where user_id is not null;
create index payment_customers_erased on payment_customers (created_at) where user_id is null;
