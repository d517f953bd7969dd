-- A customer's entries are numbered from 1 without a gap, so that any page of a statement is found by its numbers alone.
alter table ledger_accounts add column entry_count bigint not null default 0;
alter table ledger_entries add column position bigint;
alter table ledger_entries disable trigger ledger_entries_append_only;
update ledger_entries e set position = n.position from (
  select e.id, row_number() over (partition by e.account_id order by e.id) as position
  from ledger_entries e join ledger_accounts a on a.id = e.account_id and a.kind = 'customer') n
where n.id = e.id;
alter table ledger_entries enable trigger ledger_entries_append_only;
update ledger_accounts a set entry_count = (select count(*) from ledger_entries e where e.account_id = a.id) where a.kind = 'customer';
create unique index ledger_entries_position on ledger_entries (account_id, position) where position is not null;
