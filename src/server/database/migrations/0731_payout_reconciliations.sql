set local lock_timeout = '5s';

-- The days whose payouts were compared with a provider's list.
create table payout_reconciliations (
  provider text not null,
  day date not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  listed integer,
  differences integer,
  primary key (provider, day)
);
