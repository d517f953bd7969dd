-- A code that logs in, and opens the account of a new address.
alter table email_codes drop constraint email_codes_purpose_check;
alter table email_codes add constraint email_codes_purpose_check
  check (purpose in ('verify_email', 'reset_password', 'erase_account', 'log_in'));

-- Unverified accounts without a password are of two kinds now: opened for a code, or registered with several passwords.
alter table users add column password_disputed boolean not null default false;
update users set password_disputed = true where password_hash is null and email_verified_at is null;
