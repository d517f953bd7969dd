set local lock_timeout = '5s';

-- What counters sold in a period, for the dashboard.
create index orders_counter on orders (created_at) where source = 'pos' and payment_status = 'paid';
