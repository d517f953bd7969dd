set local lock_timeout = '5s';

-- What couriers hold in cash until they hand it in is an account of the ledger, and what a register takes of it an entry of its
-- shift. Kinds that other migrations have added stay.
do $$
declare
  kinds text;
begin
  select pg_get_constraintdef(oid) into kinds from pg_constraint where conname = 'ledger_accounts_kind_check';
  alter table ledger_accounts drop constraint ledger_accounts_kind_check;
  execute 'alter table ledger_accounts add constraint ledger_accounts_kind_check '
    || replace(replace(kinds, 'ARRAY[', 'ARRAY[''cash_courier''::text, '), ' NOT VALID', '') || ' not valid';
  select pg_get_constraintdef(oid) into kinds from pg_constraint where conname = 'shift_entries_kind_check';
  alter table shift_entries drop constraint shift_entries_kind_check;
  execute 'alter table shift_entries add constraint shift_entries_kind_check '
    || replace(replace(kinds, 'ARRAY[', 'ARRAY[''courier''::text, '), ' NOT VALID', '') || ' not valid';
end $$;
alter table shift_entries drop constraint shift_entries_sign;
alter table shift_entries add constraint shift_entries_sign check (
  case
    when kind in ('voided', 'drawer_opened') then amount_minor = 0
    when kind = 'sale' then amount_minor >= 0
    else amount_minor <> 0 and (amount_minor > 0) = (kind in ('cash_in', 'courier'))
  end) not valid;
