set local lock_timeout = '5s';

-- Who ordered on the phone without an account, until somebody with one pays.
alter table orders
  add column contact_name text,
  add column contact_phone text,
  -- Of the key in the link that was sent to that number.
  add column claim_hash text;
alter table orders add constraint orders_contact_check
  check (contact_phone is null or user_id is null) not valid;
create index orders_contact on orders (contact_phone) where contact_phone is not null;
