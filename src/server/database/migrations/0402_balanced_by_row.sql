set local lock_timeout = '5s';

-- A transfer is balanced in each currency after every statement that writes entries of it: row triggers run once all rows
-- of the statement are there. Distributed engines have no transition tables.
create function refuse_unbalanced_transfer() returns trigger language plpgsql set search_path from current as $$
begin
  if (select sum(amount_minor) from ledger_entries where transfer_id = new.transfer_id and currency = new.currency) <> 0 then
    raise exception 'transfer % is not balanced', new.transfer_id
      using errcode = 'check_violation', constraint = 'ledger_balanced', table = 'ledger_entries';
  end if;
  return null;
end $$;
drop trigger ledger_entries_balanced on ledger_entries;
create trigger ledger_entries_balanced after insert on ledger_entries
  for each row execute function refuse_unbalanced_transfer();
drop function check_transfer_balanced;
