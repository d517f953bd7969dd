-- Notes about an order that staff write for one another. Customers never see them.
create table order_notes (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  -- Null: the account of who wrote it was erased.
  user_id uuid references users on delete set null,
  text text not null check (text <> ''),
  created_at timestamptz not null
);
create index order_notes_order on order_notes (order_id, created_at);

-- What a branch keeps of goods that nobody collects, in percent.
alter table branch_setup add column uncollected_percent integer not null default 10 check (uncollected_percent between 0 and 100);
