import { sql, type Selectable } from 'kysely'
import { grace } from '#contract/bookings/booking-rules.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Fee as ListedFee, Park, Tariff, VehicleType as ListedVehicleType } from '#contract/parks/parks.ts'
import type { Language } from '#contract/places/places.ts'
import { arrayOf } from '#server/database/array.ts'
import { batchQueries } from '#server/database/batch.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isUuid } from '#server/database/ids.ts'
import type { DB } from '#server/database/tables.ts'
import type { Window } from '#server/features/availability/window.ts'
import { selectFees, findFees, type Fee } from '#server/features/pricing/fees-and-taxes.ts'
import { calculateLines, sumLines } from '#server/features/pricing/lines.ts'
import { toListedTerms } from '#server/features/pricing/listed-tariff.ts'
import { type ExtraTerms, fromStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import { calculateHourPrice, type TariffTerms } from '#server/features/pricing/tariff.ts'
import { AppError } from '#server/http/errors.ts'
import { findClosure, noticeOf, parkClosures, toClosedTimes } from './closures.ts'
import { getVehicleType, isBookable, type Offer, type VehicleType } from './offers.ts'
import { photoUrl } from './photo-address.ts'
import { isServed } from './rules.ts'
import { findParkRows, parkColumns, type ParkRow, sourceJoin, toSummary, type View } from './summaries.ts'

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

export interface ParkQuery {
  start_time?: string | undefined
  end_time?: string | undefined
  vehicle_type_id: number
}

/** What a park's page depends on besides the park: reference data and the counters of spaces. */
export interface ParkSources {
  fees: readonly Fee[]
  vehicles: readonly VehicleType[]
  findLeft: (pools: { id: number; capacity: number }[], window: Window) => Promise<Map<number, number>>
}

/** Returns a park's page without the parks nearby, by slug, code or id. Throws `park_not_found`. */
export async function getParkDetails(
  db: Db,
  handle: string,
  view: View,
  { fees, vehicles, findLeft }: ParkSources,
): Promise<{ details: Omit<Park, 'nearby'>; country_id: number }> {
  const stored = await findStoredPark(db, handle.toLowerCase())
  if (stored === undefined) throw new AppError('park_not_found')
  const tariffs = stored.tariffs.map(fromStoredTariff)
  const row: ParkRow = {
    ...stored,
    tariff: tariffs.find(({ vehicle_type_id }) => vehicle_type_id === view.vehicle.id) ?? null,
    pool: stored.pools.find(({ vehicle_class }) => vehicle_class === view.vehicle.vehicle_class) ?? null,
  }
  const { window } = view
  const pool = row.bookable && isServed(row) ? row.pool : null
  const left = window === undefined || pool === null ? new Map() : await findLeft([pool], window)
  const closure = findClosure(stored.closures, window, view.now)
  const { closure: _times, ...summary } = toSummary(row, view, fees, left)
  const details = {
    ...summary,
    ...(closure && { closure: { ...toClosedTimes(closure), notice: noticeOf(closure, view.language) } }),
    description:
      view.language === 'fr'
        ? (stored.description_fr ?? stored.description)
        : (stored.description ?? stored.description_fr),
    operator: stored.operator,
    access: stored.access,
    opening_hours: row.opening_hours,
    rates_text: stored.rates_text,
    partner: stored.partner,
    photos: stored.photos.map(({ description_en, description_fr, ...photo }) => ({
      ...photo,
      url: photoUrl(photo.id),
      description: view.language === 'fr' ? description_fr : description_en,
    })),
    entrances: stored.entrances,
    max_height_cm: row.max_height_cm,
    max_length_cm: row.max_length_cm,
    max_width_cm: row.max_width_cm,
    state_code: stored.state_code,
    lapsed: stored.lapsed,
    fee: stored.fee,
    accessible: {
      bays: stored.bays,
      bay_width_cm: stored.bay_width_cm,
      step_free: stored.step_free,
      lift: stored.lift,
    },
    rates: toTariffs(tariffs, selectFees(fees, row)),
    pools: toListedPools(stored.pools, vehicles),
    policies: {
      cancellation: row.cancellation,
      grace_arrival_min: grace.arrival_min,
      grace_end_min: grace.end_min,
      check_in: row.check_in,
    },
  }
  return { details, country_id: row.country_id }
}

type ListedTariff = Pick<
  Selectable<DB['tariffs']>,
  'vehicle_type_id' | 'currency' | 'version' | 'is_example' | 'source' | 'observed_at'
> &
  TariffTerms

/** As JSON, where amounts are text, because they may exceed what a JSON number holds. */
type StoredTariff = Omit<ListedTariff, keyof ExtraTerms | 'increment_minor' | 'day_cap_minor'> & {
  id: string
  increment_minor: string
  day_cap_minor: string | null
  terms: unknown
}

const fromStoredTariff = (stored: StoredTariff): ListedTariff & { id: string } => ({
  ...stored,
  increment_minor: BigInt(stored.increment_minor),
  day_cap_minor: stored.day_cap_minor === null ? null : BigInt(stored.day_cap_minor),
  ...fromStoredTerms(stored.terms),
})

/** `capacity` is that of the last change, `capacity_now` of those that have begun. */
interface StoredPool {
  id: number
  vehicle_class: string
  capacity: number
  capacity_now: number
}

/** Returns the pools with the vehicle types that they are for, ordered by the first of these. */
function toListedPools(pools: readonly StoredPool[], vehicles: readonly VehicleType[]): Park['pools'] {
  const listed = pools.map(({ vehicle_class, capacity_now: capacity }) => {
    const served = vehicles.filter((vehicle) => vehicle.vehicle_class === vehicle_class)
    return { vehicle_class, capacity, vehicle_type_ids: served.map(({ id }) => id).sort((a, b) => a - b) }
  })
  return listed
    .filter(({ vehicle_type_ids }) => vehicle_type_ids.length > 0)
    .sort((a, b) => a.vehicle_type_ids[0]! - b.vehicle_type_ids[0]!)
}

type StoredPark = Omit<ParkRow, 'tariff' | 'pool'> &
  Pick<Park, 'description' | 'operator' | 'access' | 'rates_text' | 'partner' | 'lapsed' | 'state_code' | 'fee'> &
  Park['accessible'] &
  Pick<Park, 'entrances'> & {
    description_fr: string | null
    tariffs: StoredTariff[]
    pools: StoredPool[]
    photos: (Omit<Park['photos'][number], 'url' | 'description'> & { description_en: string; description_fr: string })[]
  }

/**
 * Reads all that parks' pages show in one statement for all concurrent calls, by handle in lower case. As one JSON
 * value: the driver takes longer to describe forty columns than to parse their JSON.
 */
const findStoredPark = batchQueries(async (db: Db | Tx, handles: readonly string[]) => {
  const distinct = [...new Set(handles)]
  const { rows } = await sql<{ handle: string; park: StoredPark }>`
    select w.handle, to_json(d) as park
    from unnest(${arrayOf(distinct, 'text')}, ${arrayOf(
      distinct.map((handle) => (isUuid(handle) ? handle : null)),
      'uuid',
    )}) w(handle, id)
    cross join lateral (
      select p.id, p.country_id, c.code as country_code, c.currency, p.state_id, s.name as state_name, s.code as state_code,
        p.city, p.timezone, p.opening_hours, p.max_height_cm, p.max_length_cm, p.max_width_cm, p.cancellation, p.check_in,
        ${isBookable} as bookable, ${parkClosures} as closures, ${parkColumns}, p.description, p.description_fr, p.operator, p.access, p.rates_text,
        (select name from partners where id = p.partner_id) as partner, (p.lapsed_at is not null) as lapsed, p.fee,
        p.accessible_bays as bays, p.accessible_bay_width_cm as bay_width_cm, p.step_free, p.lift,
        (select coalesce(json_agg(o), '[]') from (
          select id, width, height, description_en, description_fr, credit from park_photos where park_id = p.id order by position, id
        ) o) as photos,
        (select coalesce(json_agg(o), '[]') from (
          select name, lat, lng, photo_id from park_entrances where park_id = p.id order by position
        ) o) as entrances,
        (select coalesce(json_agg(o), '[]') from (
          select id, vehicle_class, capacity, coalesce(capacity_now, capacity) as capacity_now from pools where park_id = p.id
        ) o) as pools,
        (select coalesce(json_agg(t), '[]') from (
          select distinct on (vehicle_type_id) id, vehicle_type_id, currency, version, free_minutes, increment_minutes,
            increment_minor::text, day_cap_minor::text, day_cap_reset_hour, terms, is_example, source, observed_at
          from tariffs where park_id = p.id and currency = c.currency order by vehicle_type_id, version desc
        ) t) as tariffs
      from parks p join countries c on c.id = p.country_id left join states s on s.id = p.state_id ${sourceJoin}
      where p.id = coalesce((select park_id from park_handles where handle = w.handle), w.id)
      limit 1
    ) d`.execute(db)
  return new Map(rows.map(({ handle, park }) => [handle, park]))
})

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
  return toTariffs(
    rows.map((row) => ({ ...row, ...fromStoredTerms(row.terms) })),
    fees,
  )
}

const toTariffs = (rows: readonly ListedTariff[], fees: ReturnType<typeof selectFees>): Tariff[] =>
  rows.map((row) => {
    const currency = row.currency as Currency
    return {
      vehicle_type_id: row.vehicle_type_id,
      currency,
      version: row.version,
      free_minutes: row.free_minutes,
      increment_minutes: row.increment_minutes,
      increment_amount: toMajor(row.increment_minor, currency),
      day_cap_amount: row.day_cap_minor === null ? null : toMajor(row.day_cap_minor, currency),
      day_cap_reset_hour: row.day_cap_reset_hour,
      ...toListedTerms(row, currency),
      hour_total: toMajor(sumLines(calculateLines(calculateHourPrice(row).amount_minor, fees, currency)), currency),
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
  const rate = rates.find((rate) => rate.vehicle_type_id === vehicle_type_id)
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
