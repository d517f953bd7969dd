-- How amounts of each currency are written and counted in cash, as staff sets it.
create table currency_settings (
  code text primary key check (code in ('NGN', 'CAD', 'USD', 'XOF')),
  name text not null check (name <> ''),
  name_fr text not null check (name_fr <> ''),
  -- For readers at home; others see the code.
  symbol text not null check (symbol <> ''),
  position text not null default 'language' check (position in ('language', 'left', 'right')),
  -- Of whole amounts. The fraction of others is always written.
  digits integer not null check (digits between 0 and 2),
  -- What cash is rounded to, in minor units.
  cash_step_minor bigint not null check (cash_step_minor > 0),
  version integer not null default 1
);
insert into currency_settings (code, name, name_fr, symbol, digits, cash_step_minor) values
  ('NGN', 'Nigerian naira', 'Naira nigérian', '₦', 0, 100),
  ('CAD', 'Canadian dollar', 'Dollar canadien', '$', 2, 5),
  ('USD', 'US dollar', 'Dollar américain', '$', 2, 1),
  ('XOF', 'West African CFA franc', 'Franc CFA (UEMOA)', E'F\u00a0CFA', 0, 5);

-- What one unit of a currency was worth in another on a day. For totals in reports, never for a price.
create table exchange_rates (
  id uuid primary key,
  currency text not null references currency_settings (code),
  against text not null references currency_settings (code),
  rate double precision not null check (rate > 0),
  day date not null,
  source text not null check (source <> ''),
  created_at timestamptz not null,
  constraint exchange_rates_pair check (currency <> against),
  constraint exchange_rates_once unique (currency, against, day)
);
