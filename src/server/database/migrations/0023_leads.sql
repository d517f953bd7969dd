-- What people send by the forms of the pages; staff answer it.
create table leads (
  id uuid primary key,
  -- What people and staff call it by.
  reference text not null unique,
  kind text not null check (
    kind in ('contact', 'demo', 'business', 'affiliate', 'career', 'charger', 'space', 'press', 'marketplace', 'documents')
  ),
  state text not null default 'new' check (state in ('new', 'in_hand', 'answered', 'closed')),
  name text not null,
  email text not null,
  phone text,
  message text,
  -- What its kind asks beyond, by the names of the form.
  details jsonb not null,
  user_id uuid references users on delete set null,
  language text not null check (language in ('en', 'fr')),
  -- Of the first sending, where it was given one: a second one finds the first.
  retry_key text constraint leads_retry unique,
  retry_hash bytea,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((retry_key is null) = (retry_hash is null))
);
create index leads_newest on leads (created_at desc, id desc);
create index leads_user on leads (user_id) where user_id is not null;
create index leads_email on leads (email);

-- What staff did with it: a new state, a note, or both.
create table lead_notes (
  id uuid primary key,
  lead_id uuid not null references leads on delete cascade,
  user_id uuid references users on delete set null,
  state text check (state in ('new', 'in_hand', 'answered', 'closed')),
  body text,
  created_at timestamptz not null,
  check (state is not null or body is not null)
);
create index lead_notes_lead on lead_notes (lead_id, created_at);
create index lead_notes_user on lead_notes (user_id) where user_id is not null;

-- The PDF of an application: never under a name that somebody chose.
create table lead_files (
  lead_id uuid primary key references leads on delete cascade,
  sha256 bytea not null,
  content bytea not null,
  created_at timestamptz not null
);

-- Coming demonstrations: a time is given once, and nobody takes two.
create table demo_slots (
  starts_at timestamptz constraint demo_slots_once primary key,
  email text not null constraint demo_slots_person unique,
  lead_id uuid not null unique references leads on delete cascade,
  timezone text not null
);

-- A calendar file that goes with a mail.
alter table mails add column calendar text;
