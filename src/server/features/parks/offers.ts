import { sql, type RawBuilder } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { ParkNear } from '#contract/parks/park-near.ts'
import type { ExampleFact } from '#contract/parks/parks.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { arrayOf } from '#server/database/array.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isUuid } from '#server/database/ids.ts'
import type { Fee } from '#server/features/pricing/fees-and-taxes.ts'
import { fromStoredTerms, type ExtraTerms } from '#server/features/pricing/tariff-terms.ts'
import type { TariffTerms } from '#server/features/pricing/tariff.ts'
import { fieldError } from '#server/http/errors.ts'
import { parkClosures, type ParkClosure } from './closures.ts'
import { firstPhoto } from './photo-address.ts'

export interface VehicleType {
  id: number
  vehicle_class: string
  length_cm: number
  height_cm: number
  width_cm: number
}

/** Sizes of a driver's own vehicle; null where the size of its type holds. */
export type OwnSizes = Record<'height_cm' | 'length_cm' | 'width_cm', number | null>

/** Returns a vehicle type with the sizes of a driver's own vehicle. */
export const sizeVehicle = (type: VehicleType, sizes: OwnSizes | undefined): VehicleType => ({
  ...type,
  height_cm: sizes?.height_cm ?? type.height_cm,
  length_cm: sizes?.length_cm ?? type.length_cm,
  width_cm: sizes?.width_cm ?? type.width_cm,
})

/** Returns a vehicle type by id; throws a 422 for `vehicle_type_id` when it doesn't exist. */
export async function getVehicleType(db: Db | Tx, id: number): Promise<VehicleType> {
  const found = await db
    .selectFrom('vehicle_types')
    .select(['id', 'vehicle_class', 'length_cm', 'height_cm', 'width_cm'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw fieldError('vehicle_type_id', 'vehicle_type')
  return found
}

/** A park's facts for one vehicle type, which determine price, opening, fit and spaces. */
export interface Offer {
  id: string
  country_id: number
  country_code: CountryCode
  currency: Currency
  state_id: number | null
  state_name: string | null
  city: string | null
  timezone: string
  opening_hours: string | null
  max_height_cm: number | null
  max_length_cm: number | null
  max_width_cm: number | null
  cancellation: 'flexible' | 'strict'
  check_in: 'clock' | 'scan'
  /** Of the whole park, by their start. */
  closures: readonly ParkClosure[]
  /** True when a partner operates it and some vehicle type has both a tariff and spaces. */
  bookable: boolean
  tariff: (TariffTerms & { id: string; version: number }) | null
  pool: { id: number; capacity: number } | null
}

type OfferRow = Omit<Offer, 'tariff' | 'pool'> & {
  tariff_id: string | null
  tariff_version: number
  tariff_terms: unknown
  pool_id: number | null
  pool_capacity: number
} & Omit<TariffTerms, keyof ExtraTerms>

/**
 * SQL: whether the park `p` is listed. A record marked as a duplicate ("source:source_id") is hidden while the original
 * exists; records that the importer merges never become parks.
 */
export const isListed = sql<boolean>`(p.possible_duplicate_of is null or not exists (
  select from parks original where original.source = split_part(p.possible_duplicate_of, ':', 1)
    and original.source_id = substr(p.possible_duplicate_of, strpos(p.possible_duplicate_of, ':') + 1) and original.id <> p.id))`

/**
 * SQL: whether a partner operates the park `p`, confirms its facts, sells its spaces, and any vehicle type has both a tariff
 * and spaces. `offset 0` keeps PostgreSQL from hashing the tariffs of all parks to answer it for a few.
 */
export const isBookable = sql<boolean>`(p.partner_id is not null and p.is_on_sale and p.lapsed_at is null and exists (
    select from tariffs bt join vehicle_types bv on bv.id = bt.vehicle_type_id
    join pools bp on bp.park_id = bt.park_id and bp.vehicle_class = bv.vehicle_class where bt.park_id = p.id offset 0))`

/**
 * SQL: the spaces of the park `p`: those for cars that are sold now, of all classes where it has none for cars, else what its
 * source says.
 */
export const parkCapacity = sql<number | null>`coalesce((
  select coalesce(nullif(sum(spaces) filter (where vehicle_class = 'car'), 0), nullif(sum(spaces), 0))::float8
  from (select vehicle_class, coalesce(capacity_now, capacity) as spaces from pools where park_id = p.id) o), p.capacity)`

/** SQL: whether `parkCapacity` is an estimate: nobody has said how many spaces there are to sell. */
export const isCapacityEstimate = sql<boolean>`(p.capacity_is_estimate and not exists (
  select from pools where park_id = p.id and not is_example and coalesce(capacity_now, capacity) > 0))`

/** Columns of an offer, for use with `offerTables`; uses the newest tariff version. */
const offerColumns = sql`p.id, p.country_id, c.code as country_code, c.currency, p.state_id, s.name as state_name, p.city, p.timezone,
  p.opening_hours, p.max_height_cm, p.max_length_cm, p.max_width_cm, p.cancellation, p.check_in,
  t.id as tariff_id, t.version as tariff_version, t.free_minutes, t.increment_minutes, t.increment_minor, t.day_cap_minor, t.day_cap_reset_hour, t.terms as tariff_terms,
  o.id as pool_id, o.capacity as pool_capacity, ${isBookable} as bookable,
  ${parkClosures} as closures`

interface OfType {
  id: number | RawBuilder<unknown>
  vehicle_class: string | RawBuilder<unknown>
}

const offerTables = ({ id, vehicle_class }: OfType) => sql`parks p
  join countries c on c.id = p.country_id
  left join states s on s.id = p.state_id
  left join lateral (
    select * from tariffs where park_id = p.id and vehicle_type_id = ${id} and currency = c.currency order by version desc limit 1
  ) t on true
  left join pools o on o.park_id = p.id and o.vehicle_class = ${vehicle_class}`

/** Returns the offers of all parks `p` that meet the condition, with the columns `more` of `joins`. */
export async function findOffers<More extends object>(
  db: Db | Tx,
  vehicle: VehicleType,
  condition: RawBuilder<boolean>,
  more: RawBuilder<unknown>,
  joins: RawBuilder<unknown> = sql``,
): Promise<(Offer & More)[]> {
  const { rows } = await sql<OfferRow & More>`
    select ${offerColumns}, ${more} from ${offerTables(vehicle)} ${joins} where ${condition}`.execute(db)
  return rows.map(toOffer)
}

function toOffer<Row extends OfferRow>(row: Row): Row & Offer {
  return {
    ...row,
    tariff: row.tariff_id === null ? null : tariffIn(row, row.tariff_id),
    pool: row.pool_id === null ? null : { id: row.pool_id, capacity: row.pool_capacity },
  }
}

/** Facts about a park that a booking shows in addition to its offer. */
export interface ParkFacts {
  slug: string
  park_code: string
  park_name: string | null
  near: ParkNear | null
  address: string | null
  lat: number
  lng: number
  photo_id: string | null
  examples: ExampleFact[]
}

/** A park's offer for one vehicle type with the applicable fees: all that pricing and booking need. */
export interface ParkOffer {
  offer: Offer
  park: ParkFacts
  vehicle: VehicleType
  fees: Fee[]
}

/** `handle`: the park's id, slug or code, in any case. */
export interface OfferRequest {
  handle: string
  vehicle_type_id: number
}

/** Identifies a request among the results of `findParkOffers`. */
export const offerKey = ({ handle, vehicle_type_id }: OfferRequest): string =>
  `${vehicle_type_id} ${handle.toLowerCase()}`

/** Returns the offers of several parks in one query, by `offerKey`; unknown parks and vehicle types are missing. */
export async function findParkOffers(db: Db | Tx, requests: readonly OfferRequest[]): Promise<Map<string, ParkOffer>> {
  const distinct = [...new Map(requests.map((request) => [offerKey(request), request])).values()]
  const type = { id: sql`v.id`, vehicle_class: sql`v.vehicle_class` }
  type StoredFee = Omit<Fee, 'value'> & { value: string }
  const { rows } = await sql<OfferRow & ParkFacts & { handle: string; vehicle: VehicleType; fees: StoredFee[] }>`
    select w.handle, ${offerColumns}, p.slug, p.park_code, p.name as park_name, p.near, p.address, p.lat, p.lng, ${firstPhoto} as photo_id, p.examples,
      jsonb_build_object('id', v.id, 'vehicle_class', v.vehicle_class, 'length_cm', v.length_cm, 'height_cm', v.height_cm, 'width_cm', v.width_cm) as vehicle,
      (select coalesce(jsonb_agg(to_jsonb(f) || jsonb_build_object('value', f.value::text) order by f.position, f.id), '[]')
        from fees f where f.country_id = p.country_id and (f.state_id is null or f.state_id = p.state_id)) as fees
    from unnest(${arrayOf(
      distinct.map(({ handle }) => handle.toLowerCase()),
      'text',
    )}, ${arrayOf(
      distinct.map(({ handle }) => (isUuid(handle) ? handle : null)),
      'uuid',
    )}, ${arrayOf(
      distinct.map(({ vehicle_type_id }) => vehicle_type_id),
      'int',
    )})
      w(handle, id, vehicle_type_id)
    join vehicle_types v on v.id = w.vehicle_type_id
    cross join ${offerTables(type)}
    where p.id = coalesce((select park_id from park_handles where handle = w.handle), w.id)`.execute(db)
  return new Map(
    rows.map((row) => {
      const {
        handle,
        vehicle,
        fees,
        slug,
        park_code,
        park_name,
        near,
        address,
        lat,
        lng,
        photo_id,
        examples,
        ...offer
      } = row
      return [
        offerKey({ handle, vehicle_type_id: vehicle.id }),
        {
          offer: toOffer(offer),
          park: { slug, park_code, park_name, near, address, lat, lng, photo_id, examples },
          vehicle,
          fees: fees.map((fee) => ({ ...fee, value: BigInt(fee.value) })),
        },
      ]
    }),
  )
}

const tariffIn = (row: OfferRow, id: string): Offer['tariff'] => ({
  id,
  version: row.tariff_version,
  free_minutes: row.free_minutes,
  increment_minutes: row.increment_minutes,
  increment_minor: row.increment_minor,
  day_cap_minor: row.day_cap_minor,
  day_cap_reset_hour: row.day_cap_reset_hour,
  ...fromStoredTerms(row.tariff_terms),
})
