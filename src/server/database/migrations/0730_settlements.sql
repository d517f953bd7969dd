set local lock_timeout = '5s';

-- Of a statement's sales and of its other entries, what its report shows on its own.
alter table statements add column delivery_minor bigint not null default 0;
alter table statements add column cash_kept_minor bigint not null default 0;
update statements s set
  delivery_minor = l.delivery_minor,
  cash_kept_minor = l.cash_kept_minor
from (
  select l.statement_id,
    coalesce(sum(o.delivery_net_minor - coalesce(r.refunded_minor, 0)) filter (where l.kind = 'order'), 0)::bigint as delivery_minor,
    coalesce(sum(l.amount_minor) filter (where l.kind = 'cash_kept'), 0)::bigint as cash_kept_minor
  from statement_lines l
    left join orders o on l.kind = 'order' and o.order_number = l.subject and o.delivered_by = 'branch'
    left join lateral (select sum(x.goods_minor) as refunded_minor from order_refunds f
      join order_refund_lines x on x.refund_id = f.id and x.line_id is null
      where f.order_id = o.id and f.status = 'done' and exists (select from ledger_entries e where e.transfer_id = f.transfer_id and e.id < l.entry_id)) r on true
  where l.statement_id is not null
  group by l.statement_id) l
where l.statement_id = s.id;
