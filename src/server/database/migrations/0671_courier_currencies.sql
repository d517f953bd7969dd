set local lock_timeout = '5s';

alter table courier_cash add constraint courier_cash_currency_check check (currency in ('NGN', 'CAD', 'XOF', 'USD')) not valid;
