set local lock_timeout = '5s';

-- A code that logs in with a mobile number, and what proves the number until an email address is confirmed as well.
alter table email_codes add column number text;
alter table email_codes drop constraint email_codes_purpose_check;
alter table email_codes add constraint email_codes_purpose_check
  check (purpose in ('verify_email', 'reset_password', 'erase_account', 'log_in', 'confirm_login', 'confirm_number',
    'log_in_number', 'number_proof')) not valid;
alter table email_codes drop constraint email_codes_owner;
alter table email_codes add constraint email_codes_owner check (case purpose
    when 'log_in' then user_id is null and email is not null and number is null
    when 'log_in_number' then user_id is null and email is null and number is not null
    when 'number_proof' then user_id is null and email is null and number is not null
    else user_id is not null and email is null and number is null end) not valid;
create unique index email_codes_number on email_codes (number, purpose) where number is not null;
