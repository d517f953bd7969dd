import { sql, type RawBuilder } from 'kysely'
import { roundToCash } from '#contract/cash/cash.ts'
import type {
  CourierDay,
  CourierDestination,
  CourierDone,
  CourierOffer,
  CourierTask,
} from '#contract/deliveries/courier.ts'
import type { Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { toMoney } from '#server/features/branches/records.ts'
import type { OrderAddress } from '#server/features/orders/create/find-destination.ts'
import { isDueInCash, type OrderRow } from '#server/features/orders/lifecycle/change-status.ts'
import { promisedAt } from '#server/features/orders/order-mails.ts'
import { toChoices } from '#server/features/orders/staff/own-reasons.ts'
import { findAccessOf } from '#server/features/parks/access.ts'
import { labelColumns, labelRow, type LabelRow } from '#server/features/parks/label.ts'
import { distanceM, roundDistanceM, type Point } from '#server/geo.ts'
import { findHeld } from './cash.ts'
import { deliversAt, type Courier } from './couriers.ts'
import { orderStops } from './stops.ts'

type Row = LabelRow &
  Pick<
    OrderRow,
    | 'order_number'
    | 'token'
    | 'currency'
    | 'slot_starts_at'
    | 'slot_ends_at'
    | 'delay_minutes'
    | 'status'
    | 'payment_status'
    | 'payment_method'
    | 'total_minor'
    | 'park_id'
    | 'level'
    | 'bay'
    | 'plate'
    | 'note'
  > & {
    id: string
    cash_step_minor: bigint
    order_id: string
    attempt: number
    state: string
    at_branch_at: Date | null
    picked_up_at: Date | null
    arrived_at: Date | null
    ended_at: Date | null
    branch: string
    branch_address: string
    branch_city: string
    branch_lat: number
    branch_lng: number
    timezone: string
    address: Partial<OrderAddress> | null
    park_lat: number | null
    park_lng: number | null
    units: number
    customer_name: string | null
    phone: string | null
    proof: string
    reasons: string[]
    reasons_fr: string[]
  }

/** More than anybody can bring; those due first come first. */
const mostShown = 50

/** What of an order says whether it is to be paid in cash. */
export type Payable = Pick<OrderRow, 'status' | 'payment_status' | 'payment_method' | 'total_minor' | 'currency'> & {
  cash_step_minor: bigint
}

/** What is to be collected in cash for an order, rounded to the smallest coin; null for what is paid. */
export const toCollect = (order: Payable): { amount: number; currency: Currency } | null =>
  isDueInCash(order) ? toMoney(roundToCash(order.total_minor, order.cash_step_minor), order.currency as Currency) : null

/** SQL: what an order `o` with a currency `y` costs in cash, in minor units; null for one that is not paid so. */
const dueOf = (order: string) =>
  sql<bigint>`case when ${sql.ref(`${order}.payment_status`)} = 'unpaid' and ${sql.ref(`${order}.payment_method`)} = 'cash'
    then ${sql.ref(`${order}.total_minor`)} end`

/**
 * SQL: whether a courier holds more cash than a branch with the setup `s` and the currency of the order `o` allows, what they
 * are under way to collect included.
 */
const holdsTooMuch = (user_id: RawBuilder<unknown>) => sql<boolean>`(
  coalesce((select sum(k.amount_minor) from courier_cash k where k.courier_id = ${user_id} and k.currency = o.currency), 0)
  + coalesce((select sum(${dueOf('m')}) from deliveries v join orders m on m.id = v.order_id
    where v.courier_id = ${user_id} and v.state in ('accepted', 'picked_up') and m.currency = o.currency), 0)
  > s.courier_cash_limit_minor)`

/** SQL: whether an order `o` may be offered to a courier as far as cash is concerned. */
export const mayCollect = (user_id: RawBuilder<unknown>) =>
  sql<boolean>`(${dueOf('o')} is null or not ${holdsTooMuch(user_id)})`

/** Returns what is offered to a courier, what they have, and what they brought today in the time zone of each branch. */
export async function findCourierDay(db: Db | Tx, courier: Courier): Promise<CourierDay> {
  const { user_id, language } = courier
  const { rows: duty } = await sql<{ on_duty_since: Date | null }>`
    select on_duty_since from couriers where user_id = ${user_id}::uuid`.execute(db)
  const on_duty_since = duty[0]?.on_duty_since ?? null
  const rows = await findRows(db, courier, on_duty_since !== null)
  const items = await findItems(db, rows, language)
  const parks = rows.flatMap(({ park_id, state }) => (park_id !== null && isOwnOpen(state) ? [park_id] : []))
  const access = await findAccessOf(db, [...new Set(parks)])
  const { rows: branches } = await sql<{ id: string; name: string }>`
    select b.id, b.name from branches b join branch_setup s on s.branch_id = b.id
    where b.status = 'active' and ${deliversAt(sql`${user_id}::uuid`, sql`s.delivered_by`)} order by b.name limit 100`.execute(
    db,
  )
  return {
    ...(await findCash(db, user_id)),
    on_duty_since: on_duty_since?.toISOString() ?? null,
    branches,
    offered: rows.filter(({ state }) => state === 'offered').map((row) => toOffer(row, courier)),
    mine: orderOwn(rows).map((row) => toTask(row, courier, { items: items.get(row.order_id) ?? [], access })),
    done: rows
      .filter(({ ended_at }) => ended_at !== null)
      .toSorted((a, b) => b.ended_at!.getTime() - a.ended_at!.getTime())
      .map((row) => toDone(row, courier)),
  }
}

/** What a courier holds in cash, and where they may hand it in: where they deliver, and where they collected it. */
async function findCash(db: Db | Tx, user_id: string): Promise<Pick<CourierDay, 'cash' | 'hand_in' | 'is_full'>> {
  const held = await findHeld(db, user_id)
  if (held.length === 0) return { cash: [], hand_in: null, is_full: false }
  const own = sql`${user_id}::uuid`
  const { rows: branches } = await sql<{ id: string; name: string; currency: Currency; limit_minor: bigint }>`
    select b.id, b.name, b.currency, s.courier_cash_limit_minor as limit_minor
    from branches b join branch_setup s on s.branch_id = b.id
    where b.currency = any(${held.map(({ currency }) => currency)}::text[])
      and (${deliversAt(own, sql`s.delivered_by`)} or b.id in (select k.branch_id from courier_cash k where k.courier_id = ${own}))
    order by b.name limit 50`.execute(db)
  const { rows: announced } = await sql<{
    id: string
    branch: string
    currency: Currency
    amount_minor: bigint
    created_at: Date
  }>`
    select h.id, b.name as branch, h.currency, h.amount_minor, h.created_at from hand_ins h join branches b on b.id = h.branch_id
    where h.courier_id = ${own} and h.state = 'announced'`.execute(db)
  const [handIn] = announced
  return {
    cash: held.map(({ currency, held_minor }) => ({
      held: toMoney(held_minor, currency),
      branches: branches.filter((branch) => branch.currency === currency).map(({ id, name }) => ({ id, name })),
    })),
    hand_in: handIn
      ? {
          id: handIn.id,
          branch: handIn.branch,
          amount: toMoney(handIn.amount_minor, handIn.currency),
          created_at: handIn.created_at.toISOString(),
        }
      : null,
    is_full: held.some(({ currency, held_minor }) =>
      branches.some((branch) => branch.currency === currency && held_minor > branch.limit_minor),
    ),
  }
}

const isOwnOpen = (state: string): boolean => state === 'accepted' || state === 'picked_up'

async function findRows(db: Db | Tx, { user_id, now }: Courier, isOnDuty: boolean): Promise<Row[]> {
  const isOffered = sql<boolean>`(${isOnDuty}::boolean and d.state = 'offered' and d.offered_from <= ${now}
    and ${deliversAt(sql`${user_id}::uuid`, sql`o.delivered_by`)} and ${mayCollect(sql`${user_id}::uuid`)}
    and not exists (select from delivery_declines n where n.delivery_id = d.id and n.courier_id = ${user_id}::uuid))`
  const isOwn = sql<boolean>`(d.courier_id = ${user_id}::uuid and (d.state in ('accepted', 'picked_up')
    or d.ended_at >= date_trunc('day', ${now}::timestamptz at time zone b.timezone) at time zone b.timezone))`
  const { rows } = await sql<Row>`
    select d.id, d.order_id, d.attempt, d.state, d.at_branch_at, d.picked_up_at, d.arrived_at, d.ended_at,
      o.order_number, o.token, o.currency, o.slot_starts_at, o.slot_ends_at, o.delay_minutes, o.status, o.payment_status, o.payment_method,
      o.total_minor, y.cash_step_minor, o.park_id, o.level, o.bay, o.plate, o.note, o.address, b.name as branch, b.address as branch_address,
      b.city as branch_city, b.lat as branch_lat, b.lng as branch_lng, b.timezone, ${labelColumns},
      p.lat as park_lat, p.lng as park_lng, s.proof, s.redelivery_reasons as reasons, s.redelivery_reasons_fr as reasons_fr,
      coalesce(nullif(trim(u.first_name), ''), o.contact_name) as customer_name, coalesce(u.phone, o.contact_phone) as phone,
      (select coalesce(sum(l.quantity - l.refunded_quantity), 0)::int from order_lines l where l.order_id = o.id) as units
    from deliveries d join orders o on o.id = d.order_id join branches b on b.id = d.branch_id
      join branch_setup s on s.branch_id = b.id join currency_settings y on y.code = o.currency left join parks p on p.id = o.park_id
      left join users u on u.id = o.user_id and u.erased_at is null
    where ${isOffered} or ${isOwn}
    order by (d.state = 'offered'), o.slot_starts_at + make_interval(mins => o.delay_minutes), d.id limit ${3 * mostShown}`.execute(
    db,
  )
  return rows
}

/** The deliveries that a courier has, in the order in which they are best brought from the branch of the first. */
function orderOwn(rows: readonly Row[]): Row[] {
  const own = rows.filter(({ state }) => isOwnOpen(state))
  const [first] = own
  if (first === undefined) return []
  const stops = own.map((row) => ({ row, due_ms: promisedAt(row).getTime(), point: pointOf(row) }))
  return orderStops({ lat: first.branch_lat, lng: first.branch_lng }, stops).map(({ row }) => row)
}

const pointOf = ({ park_lat, park_lng, address }: Row): Point | undefined => {
  if (park_lat !== null && park_lng !== null) return { lat: park_lat, lng: park_lng }
  return address?.lat === undefined || address.lng === undefined ? undefined : { lat: address.lat, lng: address.lng }
}

const areaOf = (row: Row, { locale }: Courier): string =>
  row.park_id === null ? (row.address?.city ?? '') : labelRow(row, locale)

function toOffer(row: Row, courier: Courier): CourierOffer {
  const { id, order_number, token, timezone, units, attempt } = row
  const point = pointOf(row)
  const branch = { lat: row.branch_lat, lng: row.branch_lng }
  return {
    id,
    order_number,
    token,
    branch: { name: row.branch, address: `${row.branch_address}, ${row.branch_city}`, ...branch },
    timezone,
    slot: { starts_at: row.slot_starts_at.toISOString(), ends_at: row.slot_ends_at.toISOString() },
    promised_at: promisedAt(row).toISOString(),
    distance_m: point === undefined ? null : roundDistanceM(distanceM(branch, point)),
    area: areaOf(row, courier),
    to_collect: toCollect(row),
    units,
    attempt,
  }
}

function toTask(
  row: Row,
  courier: Courier,
  { items, access }: { items: CourierTask['items']; access: Awaited<ReturnType<typeof findAccessOf>> },
): CourierTask {
  return {
    ...toOffer(row, courier),
    state: row.state as CourierTask['state'],
    at_branch_at: row.at_branch_at?.toISOString() ?? null,
    picked_up_at: row.picked_up_at?.toISOString() ?? null,
    arrived_at: row.arrived_at?.toISOString() ?? null,
    customer: { name: row.customer_name, phone: row.phone },
    destination: toDestination(row, courier, access),
    plate: row.plate,
    note: row.note,
    items,
    takes_photos: row.proof === 'code_or_photo',
    bring_back_reasons: toChoices({ en: row.reasons, fr: row.reasons_fr }, courier.language),
  }
}

function toDestination(
  row: Row,
  { locale, language }: Courier,
  access: Awaited<ReturnType<typeof findAccessOf>>,
): CourierDestination | null {
  const { park_id, park_lat, park_lng, level, bay, address } = row
  if (park_id !== null && park_lat !== null && park_lng !== null)
    return {
      kind: 'bay',
      park_name: labelRow(row, locale),
      address: row.park_address,
      level,
      bay,
      lat: park_lat,
      lng: park_lng,
      access: access.get(park_id)?.(language) ?? null,
    }
  const point = pointOf(row)
  if (address?.line === undefined || point === undefined) return null
  const { line, apartment = null, city = '', note = null } = address
  return { kind: 'address', line, apartment, city, note, ...point }
}

const toDone = (row: Row, courier: Courier): CourierDone => ({
  id: row.id,
  order_number: row.order_number,
  token: row.token,
  branch: row.branch,
  timezone: row.timezone,
  state: row.state as CourierDone['state'],
  ended_at: row.ended_at!.toISOString(),
  area: areaOf(row, courier),
})

/** What is in the orders that a courier has. */
async function findItems(
  db: Db | Tx,
  rows: readonly Row[],
  language: Courier['language'],
): Promise<Map<string, CourierTask['items']>> {
  const ids = rows.filter(({ state }) => isOwnOpen(state)).map(({ order_id }) => order_id)
  if (ids.length === 0) return new Map()
  const lines = await db
    .selectFrom('order_lines')
    .select(['order_id', 'name', 'name_fr', 'quantity', 'refunded_quantity'])
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute()
  const found = new Map<string, CourierTask['items']>()
  for (const { order_id, name, name_fr, quantity, refunded_quantity } of lines) {
    if (quantity === refunded_quantity) continue
    const item = { name: language === 'fr' ? (name_fr ?? name) : name, quantity: quantity - refunded_quantity }
    found.set(order_id, [...(found.get(order_id) ?? []), item])
  }
  return found
}
