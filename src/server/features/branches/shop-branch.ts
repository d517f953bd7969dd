import { sql } from 'kysely'
import type { DistanceUnit } from '#contract/distance-units.ts'
import { countryCodes } from '#contract/geography.ts'
import type { Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { sellsIn } from '#contract/settings/company.ts'
import { requestPool, type Db, type Tx } from '#server/database/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { DeliveryTerms } from './delivery.ts'
import { readShopVersions, recall, type ShopVersions } from './shop-versions.ts'

/** A branch with its setup, as customers' pages, carts and orders need it. Amounts are minor units. */
export type ShopBranch = BranchRow & {
  /** Of its shop, as it was when the branch was read: what else is read of it is of the same moment. */
  versions: ShopVersions
}

/** Of a branch `b` in a country `c`: where the marketplace is off, none is active. */
const soldStatus = () => {
  const closed = countryCodes.filter((code) => !sellsIn(code))
  return sql<'active' | 'inactive'>`case when c.code = any(${closed}) then 'inactive' else b.status end`
}

const storedBranches = (db: Db | Tx) =>
  db
    .selectFrom('branches as b')
    .innerJoin('branch_setup as s', 's.branch_id', 'b.id')
    .innerJoin('countries as c', 'c.id', 'b.country_id')
    .innerJoin('currency_settings as y', 'y.code', 'b.currency')
    .leftJoin('states as t', 't.id', 'b.state_id')
    .select(['b.id', 'b.slug', 'b.name', 'c.code as country_code', 't.name as state_name', 'b.city', 'b.address'])
    .select(['b.country_id', 'b.state_id', 'b.status'])
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
      's.food_return_days',
      's.service_return_days',
      's.answer_minutes',
      's.accepts_automatically',
      's.commission',
      's.delivered_by',
    ])
    .select(['s.free_distance', 's.basic_delivery_charge_minor', 's.charge_per_unit_minor', 's.free_above_minor'])
    .$castTo<BranchRow>()

export const activeBranches = (db: Db | Tx) => storedBranches(db).where(soldStatus(), '=', 'active')

export interface BranchRow {
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
  food_return_days: number
  service_return_days: number
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

/** Of branches that were found by their names before; that they still have them is looked at. */
const idsOfSlugs = new WeakMap<Db, Map<string, string>>()
const mostSlugs = 10_000

async function findBranchId(db: Db | Tx, slug: string): Promise<string | undefined> {
  const row = await db.selectFrom('branches').select('id').where('slug', '=', slug).executeTakeFirst()
  return row?.id
}

/** Returns an active branch by its name on the site. Throws `branch_not_found`. */
export async function getShopBranch(db: Db | Tx, slug: string): Promise<ShopBranch> {
  const pool = requestPool(db)
  const ids = idsOfSlugs.get(pool) ?? new Map<string, string>()
  idsOfSlugs.set(pool, ids)
  const known = ids.get(slug)
  const remembered = known === undefined ? undefined : await findShopBranch(db, known)
  const branch = remembered?.slug === slug ? remembered : await findBySlug(db, slug)
  if (branch?.status !== 'active') throw new AppError('branch_not_found')
  if (ids.size >= mostSlugs) ids.clear()
  ids.set(slug, branch.id)
  return branch
}

async function findBySlug(db: Db | Tx, slug: string): Promise<ShopBranch | undefined> {
  const id = await findBranchId(db, slug)
  return id === undefined ? undefined : findShopBranch(db, id)
}

/** Returns a branch by its id, active or not. Throws `branch_not_found`. */
export async function getShopBranchById(db: Db | Tx, id: string): Promise<ShopBranch> {
  const branch = await findShopBranch(db, id)
  if (branch === undefined) throw new AppError('branch_not_found')
  return branch
}

async function findShopBranch(db: Db | Tx, id: string): Promise<ShopBranch | undefined> {
  const versions = await readShopVersions(db, id)
  const row = await recall(db, versions, {
    name: 'branch',
    parts: ['catalogue'],
    load: () => storedBranches(db).where('b.id', '=', id).executeTakeFirst(),
  })
  if (row === undefined) return undefined
  // Where the marketplace is open is a setting, which is in memory.
  return { ...row, status: sellsIn(row.country_code) ? row.status : 'inactive', versions }
}

/** Bands of the delivery charges of a branch that apply, in no order. */
export const findDeliveryBands = (db: Db | Tx, branch: ShopBranch): Promise<DeliveryTerms['bands']> =>
  recall(db, branch.versions, {
    name: 'delivery bands',
    parts: ['catalogue'],
    load: () =>
      db
        .selectFrom('delivery_charges')
        .select(['from_distance', 'to_distance', 'charge_minor'])
        .where('branch_id', '=', branch.id)
        .where('status', '=', 'active')
        .execute(),
  })
