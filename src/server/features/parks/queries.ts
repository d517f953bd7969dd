import { sql } from 'kysely'
import { grace } from '#contract/bookings.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Fee, Park, Tariff, VehicleType as ListedVehicleType } from '#contract/parks.ts'
import type { Language } from '#contract/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { AppError } from '#server/errors.ts'
import { isUuid } from '#server/ids.ts'
import { selectFees, findFees } from '#server/features/pricing/fees.ts'
import { getVehicleType, type Offer } from './offers.ts'
import { calculateLines, sumLines } from '#server/features/pricing/lines.ts'
import { findLeft, findParkRows, toSummary, type View } from './summaries.ts'
import { toListedTerms } from '#server/features/pricing/listed-tariff.ts'
import { calculateHourPrice } from '#server/features/pricing/tariff.ts'
import { fromStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import { findWindow } from '#server/features/availability/window.ts'

/** Returns a park's id by slug, code or id, in any case; throws `park_not_found`. */
export async function getParkId(db: Db | Tx, handle: string): Promise<string> {
  const found = await db
    .selectFrom('park_handles')
    .select('park_id')
    .where('handle', '=', handle.toLowerCase())
    .executeTakeFirst()
  if (found !== undefined) return found.park_id
  const byId = isUuid(handle)
    ? await db.selectFrom('parks').select('id').where('id', '=', handle).executeTakeFirst()
    : undefined
  if (byId === undefined) throw new AppError('park_not_found')
  return byId.id
}

export type ParkQuery = { start_time?: string | undefined; end_time?: string | undefined; vehicle_type_id: number }

/**
 * Returns a park's page without the parks nearby. Throws `park_not_found`, and 422 for an invalid window or vehicle
 * type.
 */
export async function getParkDetails(
  db: Db,
  handle: string,
  query: ParkQuery,
  language: Language,
  now: Date,
): Promise<{ details: Omit<Park, 'nearby'>; country_id: number; view: View }> {
  const window = findWindow(query, now)
  const vehicle = await getVehicleType(db, query.vehicle_type_id)
  const id = await getParkId(db, handle)
  const view: View = { vehicle, window, centre: undefined, now, language }
  const [row] = await findParkRows(db, [id], vehicle)
  if (row === undefined) throw new AppError('park_not_found')
  const facts = await db
    .selectFrom('parks')
    .select(['description', 'operator', 'access', 'opening_hours', 'rates_text', 'partner', 'cancellation'])
    .select(['accessible_bays as bays', 'accessible_bay_width_cm as bay_width_cm', 'step_free', 'lift'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { bays, bay_width_cm, step_free, lift, cancellation, ...rest } = facts
  const fees = await findFees(db, row.country_id)
  const details = {
    ...toSummary(row, view, fees, await findLeft(db, [row], window)),
    ...rest,
    photos: [],
    entrances: [],
    max_height_cm: row.max_height_cm,
    max_length_cm: row.max_length_cm,
    max_width_cm: row.max_width_cm,
    accessible: { bays, bay_width_cm, step_free, lift },
    rates: await findRates(db, row, selectFees(fees, row)),
    pools: await findPools(db, id),
    policies: {
      cancellation: cancellation as 'flexible' | 'strict',
      grace_arrival_min: grace.arrival_min,
      grace_end_min: grace.end_min,
      check_in: row.check_in,
    },
  }
  return { details, country_id: row.country_id, view }
}

async function findPools(db: Db, park_id: string): Promise<Park['pools']> {
  const { rows } = await sql<Park['pools'][number]>`
    select o.vehicle_class, o.capacity, array_agg(v.id order by v.id) as vehicle_type_ids
    from pools o join vehicle_types v on v.vehicle_class = o.vehicle_class
    where o.park_id = ${park_id} group by o.id order by min(v.id)`.execute(db)
  return rows
}

/** Returns the newest tariff of each vehicle type that has one. */
async function findRates(
  db: Db,
  park: Pick<Offer, 'id' | 'currency'>,
  fees: ReturnType<typeof selectFees>,
): Promise<Tariff[]> {
  const rows = await db
    .selectFrom('tariffs')
    .selectAll()
    .distinctOn('vehicle_type_id')
    .where('park_id', '=', park.id)
    .where('currency', '=', park.currency)
    .orderBy('vehicle_type_id')
    .orderBy('version', 'desc')
    .execute()
  return rows.map((row) => {
    const currency = row.currency as Currency
    const more = fromStoredTerms(row.terms)
    return {
      vehicle_type_id: row.vehicle_type_id,
      currency,
      version: row.version,
      free_minutes: row.free_minutes,
      increment_minutes: row.increment_minutes,
      increment_amount: toMajor(row.increment_minor, currency),
      day_cap_amount: row.day_cap_minor === null ? null : toMajor(row.day_cap_minor, currency),
      day_cap_reset_hour: row.day_cap_reset_hour,
      ...toListedTerms(more, currency),
      hour_total: toMajor(
        sumLines(calculateLines(calculateHourPrice({ ...row, ...more }).amount_minor, fees)),
        currency,
      ),
      is_example: row.is_example,
      source: row.source,
      observed_at: row.observed_at,
    }
  })
}

/**
 * Returns a vehicle type's tariff. Throws `tariff_not_found` for a park without tariffs, else
 * `vehicle_type_not_served`.
 */
export async function getRate(db: Db, handle: string, vehicle_type_id: number): Promise<Tariff> {
  const vehicle = await getVehicleType(db, vehicle_type_id)
  const id = await getParkId(db, handle)
  const [park] = await findParkRows(db, [id], vehicle)
  if (park === undefined) throw new AppError('park_not_found')
  const rates = await findRates(db, park, selectFees(await findFees(db, park.country_id), park))
  if (rates.length === 0) throw new AppError('tariff_not_found')
  const rate = rates.find((one) => one.vehicle_type_id === vehicle_type_id)
  if (rate === undefined) throw new AppError('vehicle_type_not_served')
  return rate
}

/** Returns a country's service fee and all its taxes, with state and city; empty for an unknown country. */
export async function findListedFees(db: Db, country_id: number, language: Language): Promise<Fee[]> {
  const country = await db.selectFrom('countries').select('currency').where('id', '=', country_id).executeTakeFirst()
  if (country === undefined) return []
  const states = await db.selectFrom('states').select(['id', 'code']).where('country_id', '=', country_id).execute()
  const codes = new Map(states.map(({ id, code }) => [id, code]))
  const currency = country.currency as Currency
  return (await findFees(db, country_id)).map((fee) => ({
    code: fee.code,
    name: language === 'fr' ? fee.name_fr : fee.name,
    kind: fee.kind,
    value: fee.kind === 'fixed' ? toMajor(fee.value, currency) : Number(fee.value) / 1_000,
    currency: fee.kind === 'fixed' ? currency : null,
    base: fee.base,
    state_code: fee.state_id === null ? null : (codes.get(fee.state_id) ?? null),
  }))
}

export async function findVehicleTypes(db: Db, language: Language): Promise<ListedVehicleType[]> {
  return db
    .selectFrom('vehicle_types')
    .select([
      'id',
      language === 'fr' ? 'name_fr as name' : 'name',
      'vehicle_class',
      'length_cm',
      'height_cm',
      'width_cm',
    ])
    .orderBy('id')
    .execute()
}
