-- Who may do what in the back office, as data: a role is a set of permissions, a person has roles, each everywhere or for a
-- partner. The permissions themselves are named by endpoints (src/contract/permissions.ts).
create table partners (
  id uuid primary key,
  name text not null check (name <> ''),
  country_id integer not null references countries (id),
  email text,
  phone text,
  website text,
  is_active boolean not null default true,
  is_example boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint partners_name_key unique (country_id, name)
);

create table permissions (
  name text primary key
);
create table roles (
  id uuid primary key,
  code text not null,
  name text not null,
  name_fr text not null,
  -- The strength by which a profile names its highest role.
  position integer not null,
  version integer not null default 1,
  changed_at timestamptz not null,
  constraint roles_code_key unique (code)
);
create table role_permissions (
  role_id uuid not null references roles (id) on delete cascade,
  permission text not null references permissions (name),
  primary key (role_id, permission)
);
create table role_assignments (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  role_id uuid not null,
  -- Null: everywhere.
  partner_id uuid references partners (id),
  created_at timestamptz not null,
  constraint role_assignments_role foreign key (role_id) references roles (id),
  constraint role_assignments_once unique nulls not distinct (user_id, role_id, partner_id)
);
create index role_assignments_role_id on role_assignments (role_id);
create index role_assignments_partner_id on role_assignments (partner_id);

-- Raised in the transaction of every change to roles, so that each process reads them again.
create table access_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into access_version (version) values (1);

-- One row for each writing call of staff. The person is not a reference: the entry outlives the account.
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  user_id uuid not null,
  role text not null,
  partner_id uuid,
  permission text not null,
  action text not null,
  kind text not null,
  record_id text not null,
  before jsonb,
  after jsonb,
  request_id text not null,
  network text not null
);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_record on audit_log (kind, record_id, at desc);
create index audit_log_user on audit_log (user_id, at desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  -- Retention, erasure and the demonstration's reset say what they are, each in its own transaction.
  if current_setting('parkwell.audit_maintenance', true) = 'on' then return coalesce(new, old); end if;
  raise exception 'the audit log is append only' using errcode = 'restrict_violation', constraint = 'audit_log_append_only';
end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_audit_change();

-- Accounts that staff disabled, and sessions whose owner entered the password again.
alter table users add column disabled_at timestamptz;
alter table users add column disabled_reason text;
alter table sessions add column confirmed_at timestamptz;

-- A park's partner was its name alone.
insert into partners (id, name, country_id, is_example, created_at, changed_at)
select gen_random_uuid(), partner, country_id, bool_and('partner' = any(examples)), now(), now()
from parks where partner is not null group by partner, country_id;
alter table parks add column partner_id uuid references partners (id);
update parks p set partner_id = o.id from partners o where o.name = p.partner and o.country_id = p.country_id;
alter table parks drop column partner;
create index parks_partner_id on parks (partner_id) where partner_id is not null;
