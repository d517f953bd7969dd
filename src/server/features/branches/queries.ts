import { sql, type RawBuilder } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { FrontBranch, FrontBranchDetails, listBranches, listSlots } from '#contract/catalogue/marketplace.ts'
import type { WorkGroup } from '#contract/catalogue/shop-rules.ts'
import { normalizeCode } from '#contract/codes.ts'
import { toMetres, type DistanceUnit } from '#contract/distance-units.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { countryCodes } from '#contract/geography.ts'
import type { Currency } from '#contract/money.ts'
import type { OrderType } from '#contract/orders/order-states.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { sellsIn } from '#contract/settings/company.ts'
import { settings } from '#contract/settings/settings.ts'
import { day_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isOpenAt, isOpenDuring } from '#server/features/parks/opening-hours.ts'
import { findCountry } from '#server/features/places/queries.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { toMoney } from './records.ts'
import { findFreeSlots, findNextSlot, toDayNumber, type SlotPlan, type SlotRule, type WorkNeed } from './slots.ts'

/** An active branch with its setup, as customers' pages, carts and orders need it. Amounts are minor units. */
export type ShopBranch = Awaited<ReturnType<typeof getShopBranch>>

/** Of a branch `b` in a country `c`: where the marketplace is off, none is active. */
const soldStatus = () => {
  const closed = countryCodes.filter((code) => !sellsIn(code))
  return sql<'active' | 'inactive'>`case when c.code = any(${closed}) then 'inactive' else b.status end`
}

const shopBranches = (db: Db | Tx) =>
  db
    .selectFrom('branches as b')
    .innerJoin('branch_setup as s', 's.branch_id', 'b.id')
    .innerJoin('countries as c', 'c.id', 'b.country_id')
    .innerJoin('currency_settings as y', 'y.code', 'b.currency')
    .leftJoin('states as t', 't.id', 'b.state_id')
    .select(['b.id', 'b.slug', 'b.name', 'c.code as country_code', 't.name as state_name', 'b.city', 'b.address'])
    .select(['b.country_id', 'b.state_id', soldStatus().as('status')])
    .select([
      'b.lat',
      'b.lng',
      'b.timezone',
      'b.phone',
      'b.opening_hours',
      'b.currency',
      'b.distance_unit',
      'b.includes_tax',
      'b.is_example',
    ])
    .select([
      's.takeaway_on',
      's.delivery_on',
      's.takeaway_cash',
      's.delivery_cash',
      's.cash_limit_minor',
      'y.cash_step_minor',
      's.preparation_minutes',
      's.takeaway_days_ahead',
      's.delivery_days_ahead',
    ])
    .select(['s.takeaway_minimum_minor', 's.delivery_minimum_minor', 's.bay_charge_minor', 's.radius'])
    .select([
      's.cancel_cutoff_minutes',
      's.goods_return_days',
      's.answer_minutes',
      's.accepts_automatically',
      's.commission',
      's.delivered_by',
    ])
    .select(['s.free_distance', 's.basic_delivery_charge_minor', 's.charge_per_unit_minor', 's.free_above_minor'])
    .$castTo<BranchRow>()

const activeBranches = (db: Db | Tx) => shopBranches(db).where(soldStatus(), '=', 'active')

/** The branches with which the marketplace opens. */
const defaultSlugs = (): string[] =>
  countryCodes.flatMap((code) => settings().site[`branch_${code.toLowerCase() as Lowercase<CountryCode>}`] ?? [])

interface BranchRow {
  id: string
  slug: string
  name: string
  country_code: CountryCode
  country_id: number
  state_id: number | null
  state_name: string | null
  status: 'active' | 'inactive'
  city: string
  address: string
  lat: number
  lng: number
  timezone: string
  phone: string | null
  opening_hours: string
  currency: Currency
  /** Of its distances of delivery. */
  distance_unit: DistanceUnit
  includes_tax: boolean
  is_example: boolean
  takeaway_on: boolean
  delivery_on: boolean
  /** Which orders can be paid in cash, up to the limit; null where none can. */
  takeaway_cash: boolean
  delivery_cash: boolean
  cash_limit_minor: bigint | null
  /** The smallest step of cash of its currency. */
  cash_step_minor: bigint
  preparation_minutes: number
  takeaway_days_ahead: number
  delivery_days_ahead: number
  takeaway_minimum_minor: bigint
  delivery_minimum_minor: bigint
  bay_charge_minor: bigint
  radius: number
  cancel_cutoff_minutes: number
  goods_return_days: number
  answer_minutes: number
  accepts_automatically: boolean
  /** Thousandths of a percent of what is sold. */
  commission: bigint
  delivered_by: 'branch' | 'us'
  free_distance: number
  basic_delivery_charge_minor: bigint
  charge_per_unit_minor: bigint
  free_above_minor: bigint | null
}

/** Returns an active branch by its name on the site. Throws `branch_not_found`. */
export async function getShopBranch(db: Db | Tx, slug: string): Promise<BranchRow> {
  const row = await activeBranches(db).where('b.slug', '=', slug).executeTakeFirst()
  if (row === undefined) throw new AppError('branch_not_found')
  return row
}

/** Returns a branch by its id, active or not. Throws `branch_not_found`. */
export async function getShopBranchById(db: Db | Tx, id: string): Promise<BranchRow> {
  const row = await shopBranches(db).where('b.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('branch_not_found')
  return row
}

async function findParks(db: Db, branch_ids: readonly string[]): Promise<Map<string, FrontBranch['parks']>> {
  const rows = await db
    .selectFrom('branch_parks as s')
    .innerJoin('parks as p', 'p.id', 's.park_id')
    .select(['s.branch_id', 'p.park_code', 'p.slug', 'p.name'])
    .where('s.branch_id', 'in', [...branch_ids])
    .orderBy('p.park_code')
    .execute()
  const parks = Map.groupBy(rows, ({ branch_id }) => branch_id)
  return new Map([...parks].map(([id, of]) => [id, of.map(({ branch_id: _branch, ...park }) => park)]))
}

function toFront(row: BranchRow, parks: FrontBranch['parks'], now: Date): FrontBranch {
  const { id, slug, name, country_code, city, address, lat, lng, timezone, phone } = row
  const { opening_hours, currency, includes_tax, is_example, takeaway_on: takeaway, delivery_on: delivery } = row
  return {
    id,
    slug,
    name,
    country_code,
    city,
    address,
    lat,
    lng,
    timezone,
    phone,
    opening_hours,
    open: isOpenAt(row, now) === true,
    currency,
    includes_tax,
    takeaway,
    delivery,
    parks,
    is_example,
  }
}

/** Returns the active branches, each country's default one first, then by city and name: those of a country, those that serve a car park, or all. Throws 422. */
export async function findBranches(
  db: Db,
  { country, park }: { country?: string | undefined; park?: string | undefined },
  now: Date,
): Promise<AnswerOf<typeof listBranches>> {
  let query = activeBranches(db)
  if (country !== undefined) {
    const found = await findCountry(db, country)
    if (found === undefined) throw fieldError('country', 'country')
    query = query.where('b.country_id', '=', found.id)
  }
  if (park !== undefined)
    query = query.where(
      sql<boolean>`exists (select from branch_parks s join parks p on p.id = s.park_id
        where s.branch_id = b.id and p.park_code = ${normalizeCode(park)})`,
    )
  return listFront(db, query, now)
}

/** Lists the active branches that satisfy a condition on `b.id`. */
export const findBranchesWhere = (db: Db, condition: RawBuilder<boolean>, now: Date) =>
  listFront(db, activeBranches(db).where(condition), now)

async function listFront(
  db: Db,
  query: ReturnType<typeof activeBranches>,
  now: Date,
): Promise<AnswerOf<typeof listBranches>> {
  const first = defaultSlugs()
  const rows = await query
    .orderBy(sql<boolean>`b.slug = any(${first})`, 'desc')
    .orderBy('b.city')
    .orderBy('b.name')
    .execute()
  if (rows.length === 0) return { items: [] }
  const parks = await findParks(
    db,
    rows.map(({ id }) => id),
  )
  return { items: rows.map((row) => toFront(row, parks.get(row.id) ?? [], now)) }
}

/** Returns a branch with what customers must know before they order. Throws `branch_not_found`. */
export async function getFrontBranch(db: Db, slug: string, language: Language, now: Date): Promise<FrontBranchDetails> {
  const row = await getShopBranch(db, slug)
  const parks = await findParks(db, [row.id])
  const closures = await db
    .selectFrom('branch_closures')
    .select(['starts_at', 'ends_at', language === 'fr' ? 'reason_fr as reason' : 'reason'])
    .where('branch_id', '=', row.id)
    .where('ends_at', '>', now)
    .where('starts_at', '<', new Date(now.getTime() + 30 * day_ms))
    .orderBy('starts_at')
    .execute()
  const { cancel_cutoff_minutes, goods_return_days, currency } = row
  return {
    ...toFront(row, parks.get(row.id) ?? [], now),
    radius_m: toMetres(row.radius, row.distance_unit),
    cancel_cutoff_minutes,
    goods_return_days,
    takeaway_minimum: toMoney(row.takeaway_minimum_minor, currency),
    delivery_minimum: toMoney(row.delivery_minimum_minor, currency),
    bay_charge: toMoney(row.bay_charge_minor, currency),
    closures: closures.map(({ starts_at, ends_at, reason }) => ({
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
      reason,
    })),
  }
}

/** What says when a branch takes orders of a type: its rules, what is taken, closures and hours. */
export async function loadSlotPlan(
  db: Db | Tx,
  branch: BranchRow,
  order_type: OrderType,
  now: Date,
  near?: Date,
): Promise<SlotPlan> {
  const isOn = order_type === 'takeaway' ? branch.takeaway_on : branch.delivery_on
  const rules = !isOn ? [] : await db.selectFrom('time_slots').selectAll().where('branch_id', '=', branch.id).execute()
  const taken = await db
    .selectFrom('slot_days')
    .select(['work_group', 'starts_at', 'used'])
    .where('branch_id', '=', branch.id)
    .where('starts_at', '>', new Date((near ?? now).getTime() - day_ms))
    .where(
      near === undefined
        ? sql<boolean>`true`
        : sql<boolean>`starts_at < ${new Date(near.getTime() + 2 * day_ms)}::timestamptz`,
    )
    .where('used', '>', 0)
    .execute()
  const closures = await db
    .selectFrom('branch_closures')
    .select(['starts_at', 'ends_at'])
    .where('branch_id', '=', branch.id)
    .where('ends_at', '>', now)
    .execute()
  return {
    timezone: branch.timezone,
    rules: rules as unknown as SlotRule[],
    taken: taken as { work_group: WorkGroup; starts_at: Date; used: number }[],
    closures,
    isOpen: rememberHours(branch),
    order_type,
    lead_minutes: branch.preparation_minutes,
    days_ahead: order_type === 'takeaway' ? branch.takeaway_days_ahead : branch.delivery_days_ahead,
  }
}

/** Whether a branch is open during a period, read once for each: every item is looked for in the same slots. */
function rememberHours(branch: BranchRow): SlotPlan['isOpen'] {
  const known = new Map<string, boolean>()
  return (start, end) => {
    const key = `${start.getTime()} ${end.getTime()}`
    const isOpen = known.get(key) ?? isOpenDuring(branch, start, end) === true
    known.set(key, isOpen)
    return isOpen
  }
}

const toAnswer = ({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }) => ({
  starts_at: starts_at.toISOString(),
  ends_at: ends_at.toISOString(),
})

/** Returns the free slots of a day for so much work of one group, and the next one. Throws `branch_not_found`. */
export async function findSlots(
  db: Db,
  slug: string,
  { order_type, day, ...need }: { order_type: OrderType; day?: string | undefined } & WorkNeed,
  now: Date,
): Promise<AnswerOf<typeof listSlots>> {
  const branch = await getShopBranch(db, slug)
  const plan = await loadSlotPlan(db, branch, order_type, now)
  const delivery: WorkNeed[] =
    order_type === 'delivery' && need.work_group !== 'delivery'
      ? [{ work_group: 'delivery', units: 1, duration_min: 0 }]
      : []
  const needs = [need, ...delivery]
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(branch.timezone)
  const shown = day ?? today.toPlainDate().toString()
  const next = findNextSlot(plan, needs, now)
  return {
    day: shown,
    timezone: branch.timezone,
    items: findFreeSlots(plan, needs, toDayNumber(shown), now).map(toAnswer),
    next: next === undefined ? null : toAnswer(next),
  }
}
