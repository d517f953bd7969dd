import { sql } from 'kysely'
import type { DeliveryBoard, DeliveryCard } from '#contract/deliveries/delivery-board.ts'
import type { Currency } from '#contract/money.ts'
import type { Db } from '#server/database/connect.ts'
import { colleagueName } from '#server/features/access/contacts.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { toMoney } from '#server/features/branches/records.ts'
import type { OrderRow } from '#server/features/orders/lifecycle/change-status.ts'
import { promisedAt } from '#server/features/orders/order-mails.ts'
import { describeDestination } from '#server/features/orders/staff/describe-destination.ts'
import type { Staff } from '#server/features/orders/staff/staff-order.ts'
import { position_minutes } from '#server/features/orders/tracking.ts'
import { labelColumns, type LabelRow } from '#server/features/parks/label.ts'
import { deliversAt } from '../couriers.ts'
import { toCollect, type Payable } from '../day.ts'

type Row = LabelRow &
  Payable &
  Pick<
    OrderRow,
    | 'order_number'
    | 'token'
    | 'slot_starts_at'
    | 'slot_ends_at'
    | 'delay_minutes'
    | 'park_id'
    | 'level'
    | 'bay'
    | 'plate'
  > & {
    id: string
    address: unknown
    branch_id: string
    branch: string
    timezone: string
    state: 'offered' | 'accepted' | 'picked_up'
    attempt: number
    offered_from: Date | null
    at_branch_at: Date | null
    picked_up_at: Date | null
    arrived_at: Date | null
    courier_id: string | null
    courier: string | null
    declined: number
    reason: string | null
    lat: number | null
    lng: number
    position_at: Date
  }

/** More open deliveries than people can look at; the list shows all. */
const mostCards = 300

/** Returns the open deliveries of the caller's branches, or of one of them, with their couriers and the cash that these announce. */
export async function findDeliveryBoard(
  db: Db,
  { scope, access, language, now }: Staff,
  branch_id: string | undefined,
): Promise<DeliveryBoard> {
  const isChosen = branch_id === undefined ? sql<boolean>`true` : sql<boolean>`b.id = ${branch_id}::uuid`
  const isShown = sql<boolean>`(${withinBranches(sql.ref('b.id'), scope)} and ${isChosen})`
  const { rows } = await sql<Row>`
    select d.id, d.state, d.attempt, d.offered_from, d.at_branch_at, d.picked_up_at, d.arrived_at, d.courier_id,
      ${colleagueName('u', access)} as courier, o.order_number, o.token, o.slot_starts_at, o.slot_ends_at, o.delay_minutes, o.park_id, o.level,
      o.bay, o.plate, o.address, o.currency, o.status, o.payment_status, o.payment_method, o.total_minor, y.cash_step_minor,
      b.id as branch_id, b.name as branch, b.timezone, ${labelColumns}, x.lat, x.lng, x.at as position_at,
      (select count(*)::int from delivery_declines n where n.delivery_id = d.id) as declined,
      (select ${sql.ref(language === 'fr' ? 'l.reason_fr' : 'l.reason')} from deliveries l
        where l.order_id = d.order_id and l.attempt = d.attempt - 1) as reason
    from deliveries d join orders o on o.id = d.order_id join branches b on b.id = d.branch_id
      join currency_settings y on y.code = o.currency left join parks p on p.id = o.park_id
      left join users u on u.id = d.courier_id and u.erased_at is null
      left join courier_positions x on x.courier_id = d.courier_id and d.state = 'picked_up'
        and x.at > ${now}::timestamptz - make_interval(mins => ${position_minutes})
    where d.state in ('offered', 'accepted', 'picked_up') and ${isShown}
    order by o.slot_starts_at + make_interval(mins => o.delay_minutes), d.id limit ${mostCards}`.execute(db)
  const { rows: couriers } = await sql<{
    id: string
    name: string | null
    on_duty_since: Date | null
    open: number
    branch_ids: string[]
  }>`
    select * from (
      select u.id, ${colleagueName('u', access)} as name, c.on_duty_since,
        (select count(*)::int from deliveries d where d.courier_id = u.id and d.state in ('accepted', 'picked_up')) as open,
        array(select b.id from branches b join branch_setup s on s.branch_id = b.id
          where b.status = 'active' and ${isShown} and ${deliversAt(sql`u.id`, sql`s.delivered_by`)}) as branch_ids
      from couriers c join users u on u.id = c.user_id and u.erased_at is null and u.disabled_at is null) k
    where cardinality(k.branch_ids) > 0 order by k.on_duty_since is null, k.open, k.name limit 200`.execute(db)
  const { rows: handIns } = await sql<{
    id: string
    branch_id: string
    branch: string
    courier: string | null
    currency: Currency
    amount_minor: bigint
    created_at: Date
  }>`
    select h.id, h.branch_id, b.name as branch, ${colleagueName('u', access)} as courier, h.currency, h.amount_minor, h.created_at
    from hand_ins h join branches b on b.id = h.branch_id left join users u on u.id = h.courier_id
    where h.state = 'announced' and ${isShown} order by h.created_at limit 100`.execute(db)
  return {
    cards: rows.map((row): DeliveryCard => toCard(row, language)),
    couriers: couriers.map(({ on_duty_since, ...courier }) => ({
      ...courier,
      on_duty_since: on_duty_since?.toISOString() ?? null,
    })),
    hand_ins: handIns.map(({ currency, amount_minor, created_at, ...rest }) => ({
      ...rest,
      amount: toMoney(amount_minor, currency),
      created_at: created_at.toISOString(),
    })),
  }
}

const columns = { offered: 'unassigned', accepted: 'assigned', picked_up: 'out' } as const

function toCard(row: Row, language: Staff['language']): DeliveryCard {
  const { id, order_number, token, branch_id, branch, timezone, plate, attempt, courier_id, courier, lat } = row
  return {
    id,
    order_number,
    token,
    column: columns[row.state],
    branch_id,
    branch,
    timezone,
    promised_at: promisedAt(row).toISOString(),
    due_at: promisedAt({ ...row, slot_starts_at: row.slot_ends_at }).toISOString(),
    destination: describeDestination(row, row, language),
    plate,
    attempt,
    last_reason: row.reason,
    offered_from: row.offered_from?.toISOString() ?? null,
    declined: row.declined,
    courier: courier_id === null ? null : { id: courier_id, name: courier },
    at_branch_at: row.at_branch_at?.toISOString() ?? null,
    picked_up_at: row.picked_up_at?.toISOString() ?? null,
    arrived_at: row.arrived_at?.toISOString() ?? null,
    to_collect: toCollect(row),
    position: lat === null ? null : { lat, lng: row.lng, at: row.position_at.toISOString() },
  }
}
