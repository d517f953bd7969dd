set local lock_timeout = '5s';

-- Whether an order of each type can be paid in cash, up to the branch's limit.
alter table branch_setup
  add column takeaway_cash boolean not null default true,
  add column delivery_cash boolean not null default true;

-- How many orders an account did not pay in cash.
create index orders_unpaid_cash on orders (user_id, created_at)
  where payment_method = 'cash' and payment_status = 'unpaid' and status = 'canceled';
