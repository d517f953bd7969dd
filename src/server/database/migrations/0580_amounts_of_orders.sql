set local lock_timeout = '5s';

-- What an order is made of, summed over its lines and its delivery, and how it was paid, so that a report of a year reads
-- orders alone. Null in orders of a server of an earlier version, which are summed when they are read.
alter table orders add column goods_minor bigint;
alter table orders add column promotion_minor bigint;
alter table orders add column tax_minor bigint;
alter table orders add column payment_method text;
update orders o set goods_minor = l.goods_minor, promotion_minor = l.promotion_minor,
  tax_minor = o.total_minor - l.goods_minor + l.promotion_minor - o.delivery_net_minor
from (
  select order_id, sum(goods_minor)::bigint as goods_minor, sum(promotion_minor)::bigint as promotion_minor
  from order_lines group by order_id) l
where l.order_id = o.id;
alter table orders add constraint orders_amounts
  check (total_minor = goods_minor - promotion_minor + delivery_net_minor + tax_minor) not valid;
update orders o set payment_method = p.method
from (
  select order_id, case count(distinct method) when 1 then min(method) else 'several' end as method
  from order_payments group by order_id) p
where p.order_id = o.id;
alter table orders add constraint orders_payment_method_check
  check (payment_method in ('wallet', 'cash', 'terminal', 'several')) not valid;
