import { sql, type Selectable } from 'kysely'
import { grace } from '#contract/booking-rules.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Fee as ListedFee, Park, Tariff, VehicleType as ListedVehicleType } from '#contract/parks.ts'
import type { Language } from '#contract/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { DB } from '#server/database/tables.ts'
import { AppError } from '#server/errors.ts'
import { isUuid } from '#server/ids.ts'
import { selectFees, findFees, type Fee } from '#server/features/pricing/fees.ts'
import { findOffers, getVehicleType, type Offer, type VehicleType } from './offers.ts'
import { calculateLines, sumLines } from '#server/features/pricing/lines.ts'
import { isServed } from './rules.ts'
import { findParkRows, parkColumns, type ParkRow, sourceJoin, toSummary, type View } from './summaries.ts'
import { toListedTerms } from '#server/features/pricing/listed-tariff.ts'
import { calculateHourPrice } from '#server/features/pricing/tariff.ts'
import { fromStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import type { Window } from '#server/features/availability/window.ts'

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

/** What a park's page depends on besides the park: reference data and the counters of spaces. */
export type ParkSources = {
  fees: readonly Fee[]
  findLeft: (pools: { id: number; capacity: number }[], window: Window) => Promise<Map<number, number>>
}

/** Returns a park's page without the parks nearby, by slug, code or id. Throws `park_not_found`. */
export async function getParkDetails(
  db: Db,
  handle: string,
  view: View,
  { fees, findLeft }: ParkSources,
): Promise<{ details: Omit<Park, 'nearby'>; country_id: number }> {
  const row = await findParkDetailsRow(db, handle, view.vehicle)
  if (row === undefined) throw new AppError('park_not_found')
  const { window } = view
  const pool = row.bookable && isServed(row) ? row.pool : null
  const left = window === undefined || pool === null ? new Map() : await findLeft([pool], window)
  const details = {
    ...toSummary(row, view, fees, left),
    description: row.description,
    operator: row.operator,
    access: row.access,
    opening_hours: row.opening_hours,
    rates_text: row.rates_text,
    partner: row.partner,
    photos: [],
    entrances: [],
    max_height_cm: row.max_height_cm,
    max_length_cm: row.max_length_cm,
    max_width_cm: row.max_width_cm,
    state_code: row.state_code,
    fee: row.fee,
    accessible: { bays: row.bays, bay_width_cm: row.bay_width_cm, step_free: row.step_free, lift: row.lift },
    rates: toTariffs(row.tariffs.map(fromStoredTariff), selectFees(fees, row)),
    pools: row.pools,
    policies: {
      cancellation: row.cancellation,
      grace_arrival_min: grace.arrival_min,
      grace_end_min: grace.end_min,
      check_in: row.check_in,
    },
  }
  return { details, country_id: row.country_id }
}

type TariffRow = Selectable<DB['tariffs']>
/** As JSON, where amounts are text, because they may exceed what a JSON number holds. */
type StoredTariff = Omit<TariffRow, 'increment_minor' | 'day_cap_minor'> & {
  increment_minor: string
  day_cap_minor: string | null
}

const fromStoredTariff = (stored: StoredTariff): TariffRow => ({
  ...stored,
  increment_minor: BigInt(stored.increment_minor),
  day_cap_minor: stored.day_cap_minor === null ? null : BigInt(stored.day_cap_minor),
})

type DetailsRow = ParkRow &
  Pick<Park, 'description' | 'operator' | 'access' | 'rates_text' | 'partner' | 'state_code' | 'fee' | 'pools'> &
  Park['accessible'] & { tariffs: StoredTariff[] }

/** Reads all that a park's page shows in one statement: each further one costs as much as half of this. */
async function findParkDetailsRow(db: Db, handle: string, vehicle: VehicleType): Promise<DetailsRow | undefined> {
  const [row] = await findOffers<Omit<DetailsRow, keyof Offer>>(
    db,
    vehicle,
    sql<boolean>`p.id = coalesce((select park_id from park_handles where handle = ${handle.toLowerCase()}), ${isUuid(handle) ? handle : null}::uuid)`,
    sql`${parkColumns}, p.description, p.operator, p.access, p.rates_text, p.partner, p.fee, s.code as state_code,
      p.accessible_bays as bays, p.accessible_bay_width_cm as bay_width_cm, p.step_free, p.lift,
      (select coalesce(jsonb_agg(q order by q.vehicle_type_ids -> 0), '[]') from (
        select pp.vehicle_class, pp.capacity, jsonb_agg(v.id order by v.id) as vehicle_type_ids
        from pools pp join vehicle_types v on v.vehicle_class = pp.vehicle_class where pp.park_id = p.id group by pp.id
      ) q) as pools,
      (select coalesce(jsonb_agg(to_jsonb(n) || jsonb_build_object(
          'increment_minor', n.increment_minor::text, 'day_cap_minor', n.day_cap_minor::text) order by n.vehicle_type_id), '[]')
        from (select distinct on (vehicle_type_id) * from tariffs where park_id = p.id and currency = c.currency
          order by vehicle_type_id, version desc) n) as tariffs`,
    sourceJoin,
  )
  return row
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
  return toTariffs(rows, fees)
}

const toTariffs = (rows: readonly TariffRow[], fees: ReturnType<typeof selectFees>): Tariff[] =>
  rows.map((row) => {
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
export async function findListedFees(db: Db, country_id: number, language: Language): Promise<ListedFee[]> {
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
