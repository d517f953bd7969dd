-- Facts of car parks that staff or the operator set. The park's row has the values that count; here is what was set and what
-- the import says, so that the next import keeps the one and both can be shown.
create table park_overrides (
  park_id uuid not null references parks on delete cascade,
  field text not null,
  value jsonb not null,
  imported jsonb not null,
  changed_at timestamptz not null,
  primary key (park_id, field)
);

-- Whether an operated park sells spaces: staff or the operator may stop it.
alter table parks add column is_on_sale boolean not null default true;
