-- When a step of an order that failed is tried again; what it was due stays in next_step_at.
alter table orders add column step_retry_at timestamptz;
