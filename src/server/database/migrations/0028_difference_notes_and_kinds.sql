-- What staff did about a difference: a note, that it is settled or open again, or both; who and when. None is written over.
create table money_difference_notes (
  id uuid primary key,
  difference_id uuid not null references money_differences on delete cascade,
  user_id uuid references users on delete set null,
  state text check (state in ('open', 'resolved')),
  body text,
  created_at timestamptz not null,
  check (state is not null or body is not null)
);
create index money_difference_notes_difference on money_difference_notes (difference_id, created_at);
create index money_difference_notes_user on money_difference_notes (user_id) where user_id is not null;
insert into money_difference_notes (id, difference_id, user_id, state, body, created_at)
select gen_random_uuid(), id, resolved_by, case when resolved_at is not null then 'resolved' end, note, coalesce(resolved_at, found_at)
from money_differences where note is not null or resolved_at is not null;
alter table money_differences drop column note;
create index money_differences_newest on money_differences (found_at desc, id desc);

-- The blocks of a wallet are counted by whoever fills them, in the same transaction: nobody who asks waits for that, and
-- nobody who asks writes. One entry in 128 of a wallet counts, by the numbers of its block alone; the others pay for one
-- comparison. The account's row is locked by then, so two never count the same block.
create or replace function note_ledger_kinds(account uuid) returns void language plpgsql as $$
declare
  next bigint := coalesce((select max(block) + 1 from ledger_kind_marks where account_id = account and kind = '*'), 0);
  past bigint := (select entry_count / 128 from ledger_accounts where id = account);
begin
  while next < past loop
    -- The numbers by name, and each transfer by its own: no plan then reads the whole wallet, or all transfers.
    insert into ledger_kind_marks (account_id, kind, block, through)
    with found as (
      select (select t.kind from ledger_transfers t where t.id = e.transfer_id) as kind from ledger_entries e
      where e.account_id = account and e.position = any(array(select generate_series(next * 128 + 1, next * 128 + 128)))),
    counted as (select coalesce(kind, '*') as kind, count(*) as n from found group by grouping sets ((kind), ()))
    select account, c.kind, next,
      c.n + coalesce((select max(m.through) from ledger_kind_marks m where m.account_id = account and m.kind = c.kind), 0)
    from counted c on conflict do nothing;
    next := next + 1;
  end loop;
end $$;
create function note_filled_blocks() returns trigger language plpgsql as $$
begin
  perform note_ledger_kinds(new.id);
  return null;
end $$;
create trigger ledger_accounts_kinds after update on ledger_accounts
  for each row when (new.entry_count / 128 > old.entry_count / 128) execute function note_filled_blocks();
select note_ledger_kinds(id) from ledger_accounts where kind = 'customer' and entry_count >= 128;
