-- When a step of an order that failed is tried again; what it was due stays in next_step_at.
alter table orders add column step_retry_at timestamptz;
-- Staff searches by what people say at the counter.
create index orders_token on orders (token, created_at desc);
create index orders_plate on orders (plate) where plate is not null;
