-- Codes that log in belong to an address, which may have no account: it gets one when its code comes back.
delete from email_codes where purpose = 'log_in';
alter table email_codes alter column user_id drop not null;
alter table email_codes add column email text;
-- The device and the network that asked for a code of an address without an account, as in known_sources.
alter table email_codes add column sources text[] not null default '{}';
alter table email_codes add constraint email_codes_owner check
  (case purpose when 'log_in' then user_id is null and email is not null else user_id is not null and email is null end);
create unique index email_codes_email on email_codes (email) where email is not null;
