set local lock_timeout = '5s';

-- Roles that were offered to an address by mail. Only the hash of the link's token is kept; sending it again replaces it.
create table invitations (
  id uuid primary key,
  email text not null,
  language text not null,
  role_id uuid not null references roles (id) on delete cascade,
  scope text not null,
  country_id integer references countries (id),
  partner_id uuid references partners (id) on delete cascade,
  branch_id uuid references branches (id) on delete cascade,
  park_id uuid references parks (id) on delete cascade,
  token_hash bytea not null,
  -- Who answers for it: whoever sent it last.
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references users (id) on delete set null,
  withdrawn_at timestamptz,
  constraint invitations_token unique (token_hash),
  constraint invitations_language check (language in ('en', 'fr')),
  constraint invitations_end check (accepted_at is null or withdrawn_at is null),
  constraint invitations_place check (
    scope in ('everywhere', 'country', 'partner', 'branch', 'park')
    and (scope = 'country') = (country_id is not null) and (scope = 'partner') = (partner_id is not null)
    and (scope = 'branch') = (branch_id is not null) and (scope = 'park') = (park_id is not null))
);
create index invitations_email on invitations (email);
create index invitations_sent_at on invitations (sent_at desc, id);
create index invitations_role_id on invitations (role_id);
create index invitations_invited_by on invitations (invited_by);
create index invitations_accepted_by on invitations (accepted_by) where accepted_by is not null;
create index invitations_branch_id on invitations (branch_id) where branch_id is not null;
create index invitations_partner_id on invitations (partner_id) where partner_id is not null;
create index invitations_park_id on invitations (park_id) where park_id is not null;
