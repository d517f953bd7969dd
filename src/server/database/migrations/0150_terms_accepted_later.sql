-- A customer on the phone accepts the terms when they log in, not when staff open their account.
alter table users alter column terms_accepted_at drop not null;
update users set terms_accepted_at = null where opened_by is not null and email_verified_at is null;
