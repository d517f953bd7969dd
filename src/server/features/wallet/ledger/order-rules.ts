import { sql } from 'kysely'
import { rule, type Rule } from './rule.ts'

/** What the ledger and the orders must agree on. */
export const orderRules: readonly Rule[] = [
  rule(
    'a branch holds the money of its paid orders that are not released, less refunds',
    sql<{ branch_id: string; currency: string; held: bigint; due: bigint }>`
      with held as (
        select a.owner, a.currency, sum(e.amount_minor)::bigint as minor
        from ledger_accounts a join ledger_entries e on e.account_id = a.id where a.kind = 'order_held' group by 1, 2),
      due as (
        select branch_id::text as owner, currency, sum(total_minor - refunded_minor)::bigint as minor
        from orders where payment_status = 'paid' and released_at is null group by 1, 2)
      select owner as branch_id, currency, coalesce(h.minor, 0) as held, coalesce(d.minor, 0) as due
      from held h full join due d using (owner, currency) where coalesce(h.minor, 0) <> coalesce(d.minor, 0)`,
    ({ branch_id, currency, held, due }) =>
      `branch ${branch_id} holds ${held} ${currency} (minor units) for orders, which amount to ${due}`,
  ),
  rule(
    'the money of a completed order is released, once, and of no open one',
    sql<{ order_number: string; status: string; releases: number }>`
      select o.order_number, o.status, count(t.id)::int as releases
      from orders o left join ledger_transfers t on t.kind = 'order_release' and t.reference = o.id::text
      group by o.id
      having (o.status = 'completed' and o.released_at is null)
        or (o.status not in ('completed', 'returned', 'canceled') and o.released_at is not null)
        or count(t.id) > case when o.released_at is null then 0 else 1 end`,
    ({ order_number, status, releases }) => `order ${order_number} is ${status} and was released ${releases} times`,
  ),
  rule(
    'a paid order was paid what it costs, from the wallet by its customer',
    sql<{ order_number: string; total_minor: bigint; paid: bigint; charged: bigint }>`
      select o.order_number, o.total_minor, coalesce(p.minor, 0) as paid, coalesce(e.minor, 0) as charged from orders o
        left join lateral (select sum(amount_minor)::bigint as minor,
          sum(amount_minor) filter (where method = 'wallet')::bigint as wallet_minor
          from order_payments where order_id = o.id) p on true
        left join lateral (select -sum(n.amount_minor)::bigint as minor from order_payments w
          join ledger_transfers t on t.id = w.transfer_id and t.kind = 'order'
          join ledger_entries n on n.transfer_id = t.id
          join ledger_accounts a on a.id = n.account_id and a.kind = 'customer' and a.owner = o.user_id::text
          where w.order_id = o.id and w.method = 'wallet') e on true
      where coalesce(p.minor, 0) <> case o.payment_status when 'paid' then o.total_minor else 0 end
        or coalesce(p.wallet_minor, 0) <> coalesce(e.minor, 0)`,
    ({ order_number, total_minor, paid, charged }) =>
      `order ${order_number} costs ${total_minor}, ${paid} was paid for it, and its customer was charged ${charged}`,
  ),
  rule(
    'what was paid at a counter is what its shift took',
    sql<{ order_number: string; paid: bigint; taken: bigint }>`
      select o.order_number, coalesce(p.minor, 0) as paid, coalesce(e.minor, 0) as taken from orders o
        left join lateral (select sum(amount_minor)::bigint as minor from order_payments
          where order_id = o.id and method <> 'wallet') p on true
        left join lateral (select sum(k.minor)::bigint as minor from (
          select amount_minor - rounding_minor - difference_minor as minor from shift_entries where order_id = o.id and kind = 'sale' and method <> 'wallet'
          union all select amount_minor - rounding_minor from courier_cash where order_id = o.id) k) e on true
      where coalesce(p.minor, 0) <> coalesce(e.minor, 0)`,
    ({ order_number, paid, taken }) =>
      `${paid} was paid for order ${order_number} at a counter, and its shift took ${taken}`,
  ),
  rule(
    'a courier holds what they collected and did not hand in, and a register took what they handed in',
    sql<{ courier_id: string; currency: string; held: bigint; due: bigint; handed: bigint; taken: bigint }>`
      with pockets as (
        select a.owner as courier_id, a.currency, -sum(e.amount_minor)::bigint as minor
        from ledger_accounts a join ledger_entries e on e.account_id = a.id where a.kind = 'cash_courier' group by 1, 2),
      collected as (
        select courier_id::text, currency, sum(amount_minor)::bigint as minor,
          -coalesce(sum(amount_minor) filter (where amount_minor < 0), 0)::bigint as handed
        from courier_cash group by 1, 2),
      taken as (
        select h.courier_id::text, h.currency, sum(e.amount_minor)::bigint as minor
        from hand_ins h join courier_cash k on k.hand_in_id = h.id
          join shift_entries e on e.transfer_id = k.transfer_id and e.kind = 'courier' and e.shift_id = h.shift_id
        where h.state = 'taken' group by 1, 2)
      select courier_id, currency, coalesce(p.minor, 0) as held, coalesce(c.minor, 0) as due, coalesce(c.handed, 0) as handed,
        coalesce(t.minor, 0) as taken
      from pockets p full join collected c using (courier_id, currency) full join taken t using (courier_id, currency)
      where coalesce(p.minor, 0) <> coalesce(c.minor, 0) or coalesce(c.handed, 0) <> coalesce(t.minor, 0)`,
    ({ courier_id, currency, held, due, handed, taken }) =>
      `courier ${courier_id} holds ${held} ${currency} (minor units) in place of ${due}, and handed ${handed} in, of which registers took ${taken}`,
  ),
  rule(
    'a drawer holds what its shift’s entries sum to, and is empty once the shift is closed',
    sql<{ shift_id: string; held: bigint; due: bigint }>`
      select s.id as shift_id, coalesce(-a.minor, 0) as held, coalesce(e.minor, 0) as due from shifts s
        left join lateral (select sum(n.amount_minor)::bigint as minor from ledger_accounts c join ledger_entries n on n.account_id = c.id
          where c.kind = 'cash_drawer' and c.owner = s.id::text) a on true
        left join lateral (select sum(amount_minor)::bigint as minor from shift_entries
          where shift_id = s.id and method = 'cash' and s.closed_at is null) e on true
      where coalesce(-a.minor, 0) <> coalesce(e.minor, 0)`,
    ({ shift_id, held, due }) => `the drawer of shift ${shift_id} holds ${held} (minor units) in place of ${due}`,
  ),
  rule(
    'an order’s refunds are what its customer got back, at most what was paid',
    sql<{ order_number: string; refunded_minor: bigint; recorded: bigint; posted: bigint }>`
      with recorded as (
        select order_id, sum(amount_minor)::bigint as minor from order_refunds where status = 'done' group by 1),
      posted as (
        select r.order_id, sum(e.amount_minor)::bigint as minor
        from order_refunds r join ledger_transfers t on t.id = r.transfer_id and t.kind = 'refund'
        join ledger_entries e on e.transfer_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.kind in ('customer', 'cash_drawer', 'cash_rounding')
        where r.status = 'done' group by 1)
      select o.order_number, o.refunded_minor, coalesce(r.minor, 0) as recorded, coalesce(p.minor, 0) as posted
      from orders o left join recorded r on r.order_id = o.id left join posted p on p.order_id = o.id
      where o.refunded_minor <> coalesce(r.minor, 0) or o.refunded_minor <> coalesce(p.minor, 0)
        or o.refunded_minor > o.total_minor`,
    ({ order_number, refunded_minor, recorded, posted }) =>
      `order ${order_number} says that ${refunded_minor} was refunded, its refunds ${recorded}, and the ledger ${posted}`,
  ),
  rule(
    'a line that was replaced is refunded, and what replaces it is paid',
    sql<{ order_number: string }>`
      select o.order_number from order_substitutions s join orders o on o.id = s.order_id
        join order_lines n on n.id = s.line_id left join order_refunds r on r.id = s.refund_id
        left join order_refund_lines l on l.refund_id = r.id
      group by o.id, n.id, s.quantity, s.done_at, r.id
      having (s.done_at is null) <> (o.payment_status = 'unpaid')
        or r.id is not null and (r.order_id <> n.order_id or count(*) <> 1
          or bool_or(l.line_id <> n.id or l.quantity <> s.quantity or l.total_minor <> r.amount_minor))`,
    ({ order_number }) => `order ${order_number} and the refund of the line that it replaces disagree`,
  ),
  rule(
    // Units come back without a refund once all the money of their line was refunded.
    'the lines of a refund sum to it, and those of an order to what was refunded of each',
    sql<{ order_number: string }>`
      select distinct o.order_number from orders o join order_refunds r on r.order_id = o.id
      join lateral (select sum(total_minor) as minor from order_refund_lines where refund_id = r.id) l on true
      where l.minor is distinct from r.amount_minor
      union
      select o.order_number from orders o join order_lines n on n.order_id = o.id
      left join order_refund_lines l on l.line_id = n.id and exists
        (select from order_refunds r where r.id = l.refund_id and r.status = 'done')
      group by o.id, n.id
      having n.refunded_minor <> coalesce(sum(l.total_minor), 0) or n.refunded_quantity < coalesce(sum(l.quantity), 0)
        or n.refunded_quantity > coalesce(sum(l.quantity), 0) and n.refunded_minor < n.total_minor`,
    ({ order_number }) => `the refunds of order ${order_number} do not sum to their lines`,
  ),
]

/** What the ledger and the bookings must agree on. */
export const bookingRules: readonly Rule[] = [
  rule(
    'what a counter took for a booking became money of its account, and what drawers paid out left a wallet',
    sql<{ booking_code: string; sold: bigint; taken: bigint; credited: bigint; paid_out: bigint; left: bigint }>`
      select b.booking_code, k.amount_minor as sold, coalesce(e.taken, 0) as taken, coalesce(c.minor, 0) as credited,
        k.paid_out_minor as paid_out, coalesce(p.minor, 0) as left
      from counter_bookings k join bookings b on b.id = k.booking_id
        left join lateral (select sum(amount_minor - rounding_minor)::bigint as taken from shift_entries
          where booking_id = k.booking_id and kind = 'sale') e on true
        left join lateral (select sum(n.amount_minor)::bigint as minor from ledger_transfers t
          join ledger_entries n on n.transfer_id = t.id join ledger_accounts a on a.id = n.account_id and a.kind = 'customer'
          where t.id = k.transfer_id and t.kind = 'counter' and t.reference = k.id::text) c on true
        left join lateral (select -sum(n.amount_minor)::bigint as minor from ledger_transfers t
          join ledger_entries n on n.transfer_id = t.id join ledger_accounts a on a.id = n.account_id and a.kind = 'customer'
          where t.kind = 'counter' and t.reference like k.id::text || '/%') p on true
      where k.amount_minor <> coalesce(c.minor, 0) or k.amount_minor <> coalesce(e.taken, 0)
        or k.paid_out_minor <> coalesce(p.minor, 0) or k.paid_out_minor > b.refunded_minor`,
    ({ booking_code, sold, taken, credited, paid_out, left }) =>
      `booking ${booking_code} was sold for ${sold}, a counter took ${taken} and credited ${credited}; drawers paid ${paid_out} of it, and ${left} left its wallet`,
  ),
  rule(
    'every transfer of a counter is of a booking that it sold',
    sql<{ reference: string }>`
      select t.reference from ledger_transfers t where t.kind = 'counter' and not exists (
        select from counter_bookings k where k.id::text = split_part(t.reference, '/', 1))`,
    ({ reference }) => `transfer ${reference} of a counter is of no booking`,
  ),
  rule(
    'a booking’s refunds are what its customer got back, at most what was paid',
    sql<{ booking_code: string; refunded_minor: bigint; recorded: bigint; posted: bigint }>`
      with recorded as (
        select booking_id, sum(amount_minor)::bigint as minor from booking_refunds where status = 'done' group by 1),
      posted as (
        select b.id as booking_id, sum(e.amount_minor)::bigint as minor
        from bookings b
          join lateral (
            select b.id::text as reference
            union all select b.id::text || '/refund/' || r.number from booking_refunds r where r.booking_id = b.id and r.status = 'done'
          ) p on true
          join ledger_transfers t on t.kind = 'refund' and t.reference = p.reference
          join ledger_entries e on e.transfer_id = t.id
          join ledger_accounts a on a.id = e.account_id and a.kind = 'customer' and a.owner = b.user_id::text
        where b.refunded_minor > 0 group by 1)
      select b.booking_code, b.refunded_minor, coalesce(r.minor, 0) as recorded, coalesce(p.minor, 0) as posted
      from bookings b left join recorded r on r.booking_id = b.id left join posted p on p.booking_id = b.id
      where (b.refunded_minor > 0 or r.minor is not null) and (b.refunded_minor <> coalesce(p.minor, 0)
        or b.refunded_minor < coalesce(r.minor, 0) or b.refunded_minor > b.total_minor - b.due_minor)`,
    ({ booking_code, refunded_minor, recorded, posted }) =>
      `booking ${booking_code} says that ${refunded_minor} was refunded, its refunds ${recorded}, and the ledger ${posted}`,
  ),
  rule(
    'a refund of a booking is posted as it was decided, at the expense of whom it names',
    sql<{ booking_code: string; number: number }>`
      select b.booking_code, r.number from booking_refunds r join bookings b on b.id = r.booking_id
        join lateral (
          select coalesce(sum((line ->> 'amount_minor')::bigint), 0) as minor from jsonb_array_elements(r.lines) line) taken on true
        left join lateral (
          select sum(e.amount_minor) filter (where a.kind = 'customer') as customer,
            -sum(e.amount_minor) filter (where a.kind <> 'customer' and not (a.kind = 'promotion' and a.owner = 'refund')) as taken
          from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
          where t.id = r.transfer_id and t.kind = 'refund') posted on true
      where r.status = 'done' and (coalesce(posted.customer, 0) <> r.amount_minor or coalesce(posted.taken, 0) <> taken.minor)`,
    ({ booking_code, number }) => `refund ${number} of booking ${booking_code} and the ledger disagree`,
  ),
]
