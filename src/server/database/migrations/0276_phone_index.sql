-- Numbers are stored as E.164, which the server makes of what was typed.
drop index users_normalized_phone;
drop function normalize_phone(text, integer);
create index users_phone on users (phone) where phone is not null and erased_at is null;
