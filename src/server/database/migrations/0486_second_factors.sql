set local lock_timeout = '5s';

-- An authenticator app as a second factor. A pending secret becomes the secret once a code of it was entered.
create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  secret text,
  pending_secret text,
  -- The last 30-second step of which a code was accepted: no code works twice.
  last_step bigint,
  confirmed_at timestamptz,
  constraint second_factors_confirmed check ((secret is null) = (confirmed_at is null))
);
-- Codes for who has lost the app: hashed, each works once.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
alter table sessions add column factor_at timestamptz;
-- When somebody whose roles demand a second factor must have set it up; set at their first sign-in without.
alter table users add column factor_due_at timestamptz;
