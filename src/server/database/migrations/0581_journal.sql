set local lock_timeout = '5s';

-- The books of a currency are closed month by month: what a closed month has does not change. What is booked later for it is
-- in the next month that is open. A closed month has all entries up to `through_entry` that no month before it has.
create table journal_months (
  currency text not null,
  month date not null,
  through_entry bigint not null,
  -- Null once the account was erased.
  closed_by uuid,
  closed_at timestamptz not null,
  constraint journal_months_pkey primary key (currency, month),
  constraint journal_months_closed_by_fkey foreign key (closed_by) references users (id),
  constraint journal_months_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD')),
  constraint journal_months_first_day check (extract(day from month) = 1)
);

-- Sums of entries by day and account. Wallets and debts of customers are one account each.
create table journal_lines (
  currency text not null,
  month date not null,
  day date not null,
  account_kind text not null,
  owner text not null,
  transfer_kind text not null,
  -- The month for which it was booked, where that was closed already.
  late_month date,
  debit_minor bigint not null,
  credit_minor bigint not null,
  entries integer not null,
  constraint journal_lines_once unique nulls not distinct (currency, month, day, account_kind, owner, transfer_kind, late_month),
  constraint journal_lines_month_fkey foreign key (currency, month) references journal_months (currency, month),
  constraint journal_lines_credit_minor_check check (credit_minor >= 0),
  constraint journal_lines_debit_minor_check check (debit_minor >= 0),
  constraint journal_lines_entries_check check (entries > 0)
);

-- Entries of a month are found by their time; they come in its order.
create index ledger_entries_created on ledger_entries (created_at);
