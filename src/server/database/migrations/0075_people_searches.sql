-- The desk finds people by parts of their name, address or phone number, and by their vehicles, among many accounts.
create index users_words_trgm on users using gin ((
  email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(phone, '')) gin_trgm_ops)
  where erased_at is null;
create index vehicles_plate_key on vehicles (replace(replace(plate, ' ', ''), '-', ''));
