create table users (
  id uuid primary key,
  email text not null,
  email_verified_at timestamptz,
  password_hash text,
  first_name text not null,
  last_name text,
  phone text,
  country_id integer not null references countries,
  language text not null check (language in ('en', 'fr')),
  photo_url text,
  role text not null default 'customer' check (role in ('customer', 'guard', 'staff', 'admin')),
  terms_accepted_at timestamptz not null,
  created_at timestamptz not null,
  constraint users_email_lower check (email = lower(email)),
  constraint users_email_unique unique (email)
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the token; the token itself is never kept.
  token_hash bytea not null unique,
  user_agent text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index sessions_user on sessions (user_id);

create table email_codes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null
);
create index email_codes_user on email_codes (user_id, purpose, created_at desc);

-- Failed attempts, counted over a sliding time; shared by every process.
create table failed_attempts (
  kind text not null,
  subject text not null,
  at timestamptz not null
);
create index failed_attempts_subject on failed_attempts (kind, subject, at);

-- Outbox: written in the transaction that causes the mail, sent after it.
create table mails (
  id uuid primary key,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text
);
create index mails_waiting on mails (next_attempt_at) where sent_at is null;
create index mails_to on mails (to_address, created_at desc);

-- The first answer of a call that carried an Idempotency-Key.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  call text not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);
