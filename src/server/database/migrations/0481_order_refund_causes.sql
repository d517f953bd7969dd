set local lock_timeout = '5s';

-- Why staff refund an order; null for refunds before it was asked for, and for those that an order's state makes.
alter table order_refunds add column why text;
