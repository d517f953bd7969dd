-- A code that confirms the login of an account without a password.
alter table email_codes drop constraint email_codes_purpose_check;
alter table email_codes add constraint email_codes_purpose_check
  check (purpose in ('verify_email', 'reset_password', 'erase_account', 'log_in', 'confirm_login'));
