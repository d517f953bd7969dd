-- A wallet's entries in blocks of 128 by their numbers: how many there are of each kind up to the end of each block that
-- has any, so that the nth of a kind is found, and all of them are counted, without passing over the others. Entries never
-- change, and so neither do these rows; they are written by whoever first looks, not by those who pay.
create table ledger_kind_marks (
  account_id uuid not null references ledger_accounts,
  -- '*' is every kind: it tells how far the marks go.
  kind text not null,
  block integer not null,
  through bigint not null,
  primary key (account_id, kind, block)
);
create index ledger_kind_marks_through on ledger_kind_marks (account_id, kind, through);

-- Notes the blocks of an account that are whole and not noted yet. Two at once write the same rows.
create function note_ledger_kinds(account uuid) returns void language sql as $$
  insert into ledger_kind_marks (account_id, kind, block, through)
  with span as (
    select coalesce((select max(block) + 1 from ledger_kind_marks where account_id = account and kind = '*'), 0)::bigint as first,
      (select entry_count / 128 from ledger_accounts where id = account) as past),
  found as (
    select coalesce(t.kind, '*') as kind, ((e.position - 1) / 128)::integer as block, count(*) as n
    from span, ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    where e.account_id = account and e.position > span.first * 128 and e.position <= span.past * 128
    group by grouping sets ((t.kind, (e.position - 1) / 128), ((e.position - 1) / 128)))
  select account, f.kind, f.block,
    (coalesce((select max(m.through) from ledger_kind_marks m where m.account_id = account and m.kind = f.kind), 0)
      + sum(f.n) over (partition by f.kind order by f.block))::bigint
  from found f
  on conflict do nothing
$$;
select note_ledger_kinds(id) from ledger_accounts where kind = 'customer' and entry_count >= 128;

-- What the driver was last told of a refund by mail, so that each news is told once.
alter table refunds add column told text;
update refunds set told = case
  when origin = 'provider' then case when status = 'failed' then 'returned' when kind = 'dispute' then 'disputed' else 'taken_back' end
  when status in ('done', 'failed') then status else 'begun' end;
