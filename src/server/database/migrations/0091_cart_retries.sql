-- The last request that added something to a cart, by its key, so that a retry adds nothing twice. Visitors have no account
-- under which the key could be stored.
alter table carts add column last_key text;
alter table carts add column last_body_hash bytea;
