set local lock_timeout = '5s';

-- Sales that were set aside, to go on with at any register of the branch.
create table parked_sales (
  id uuid not null,
  register_id uuid not null,
  branch_id uuid not null,
  name text not null,
  -- What was chosen, as the counter has it.
  sale jsonb not null,
  parked_by uuid not null,
  parked_at timestamptz not null,
  constraint parked_sales_pkey primary key (id),
  constraint parked_sales_register_id_fkey foreign key (register_id) references registers (id) on delete cascade,
  constraint parked_sales_branch_id_fkey foreign key (branch_id) references branches (id) on delete cascade,
  constraint parked_sales_parked_by_fkey foreign key (parked_by) references users (id)
);
create index parked_sales_register on parked_sales (register_id);
create index parked_sales_branch on parked_sales (branch_id, parked_at);
create index parked_sales_person on parked_sales (parked_by);

-- Who closed a shift in place of the person who opened it.
alter table shifts add column closed_by uuid;
alter table shifts add constraint shifts_closed_by_fkey foreign key (closed_by) references users (id) not valid;
create index shifts_closer on shifts (closed_by) where closed_by is not null;
