set local lock_timeout = '5s';

-- Sums of the ledger by day of the country of each currency. Entries never change: those up to `through_entry` are in the sums,
-- and reports read the others themselves.
create table transfer_days (
  currency text not null,
  day date not null,
  kind text not null,
  -- Empty where a transfer has none.
  branch text not null,
  provider text not null,
  transfers integer not null,
  amount bigint not null,
  constraint transfer_days_pkey primary key (currency, day, kind, branch, provider)
);
create table account_days (
  currency text not null,
  day date not null,
  account_kind text not null,
  owner text not null,
  transfer_kind text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  entries integer not null,
  constraint account_days_pkey primary key (currency, day, account_kind, owner, transfer_kind)
);
create table ledger_day_marks (
  id integer not null default 1,
  through_entry bigint not null,
  constraint ledger_day_marks_pkey primary key (id),
  constraint ledger_day_marks_single check (id = 1)
);
insert into ledger_day_marks (through_entry) values (0);
