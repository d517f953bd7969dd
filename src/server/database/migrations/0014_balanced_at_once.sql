-- Each statement that writes entries of a transfer writes them balanced, and so a transfer is balanced at every moment.
-- What a statement wrote is in memory: nothing is read again, neither for each entry nor at commit.
create or replace function check_transfer_balanced() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  select transfer_id into wrong from written group by transfer_id, currency having sum(amount_minor) <> 0 limit 1;
  if found then
    raise exception 'transfer % is not balanced', wrong using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  return null;
end $$;
drop trigger ledger_entries_balanced on ledger_entries;
create trigger ledger_entries_balanced after insert on ledger_entries
  referencing new table as written for each statement execute function check_transfer_balanced();
