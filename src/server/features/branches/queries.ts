import { sql, type RawBuilder } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { FrontBranch, FrontBranchDetails, listBranches, listSlots } from '#contract/catalogue/marketplace.ts'
import { normalizeCode } from '#contract/codes.ts'
import { toMetres } from '#contract/distance-units.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { countryCodes } from '#contract/geography.ts'
import type { OrderType } from '#contract/orders/order-states.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import { day_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import { isOpenAt } from '#server/features/parks/opening-hours.ts'
import { findCountry } from '#server/features/places/queries.ts'
import { fieldError } from '#server/http/errors.ts'
import { toMoney } from './records.ts'
import { activeBranches, getShopBranch, type BranchRow } from './shop-branch.ts'
import { loadSlotPlan } from './slot-plan.ts'
import { findFreeSlots, findNextSlot, toDayNumber, type WorkNeed } from './slots.ts'

/** The branches with which the marketplace opens. */
const defaultSlugs = (): string[] =>
  countryCodes.flatMap((code) => settings().site[`branch_${code.toLowerCase() as Lowercase<CountryCode>}`] ?? [])

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
