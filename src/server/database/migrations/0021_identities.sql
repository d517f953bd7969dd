-- Ways in beside a password: an account at Google or Apple, known by who issued it and its number there, never by its address.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  provider text not null check (provider in ('google', 'apple')),
  -- As the provider told it when it was connected.
  email text,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- SHA-256 of tokens that have let somebody in, until they run out: each does so once.
create table used_id_tokens (
  token_hash bytea primary key,
  expires_at timestamptz not null
);

-- An erased account keeps its row, for the books and the bookings that hang on it, and nothing of the person.
alter table users add column erased_at timestamptz;

alter table email_codes drop constraint email_codes_purpose_check;
alter table email_codes add constraint email_codes_purpose_check check (purpose in ('verify_email', 'reset_password', 'erase_account'));
