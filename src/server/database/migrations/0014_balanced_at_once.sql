-- A transfer is written whole in one statement: it is checked once, after that, and not once more for each entry at commit.
create or replace function check_transfer_balanced() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  select e.transfer_id into wrong from ledger_entries e
  where e.transfer_id in (select transfer_id from written)
  group by e.transfer_id, e.currency having sum(e.amount_minor) <> 0 limit 1;
  if found then
    raise exception 'transfer % is not balanced', wrong using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  return null;
end $$;
drop trigger ledger_entries_balanced on ledger_entries;
create trigger ledger_entries_balanced after insert on ledger_entries
  referencing new table as written for each statement execute function check_transfer_balanced();
