import { currencyOf } from '#contract/formats.ts'
import { exampleFacts, type Amenity, type ExampleFact } from '#contract/parks/parks.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { createRandom, type Random } from './random.ts'
import { drawPrice, drawTerms, scalePriceToType, priceFromRates, type CarPrice } from './rates.ts'

/** A park with the facts of its source only. */
export interface UnclaimedPark {
  source: string
  source_id: string
  name: string | null
  kind: string
  uses: string[]
  country_code: CountryCode
  city: string | null
  access: string | null
  fee: boolean | null
  opening_hours: string | null
  amenities: string[]
  accessible_bays: number | null
  max_height_cm: number | null
  capacity: number | null
  capacity_is_estimate: boolean
  rates_parsed: unknown
  rates_currency: string | null
  /** Vehicle types for which the source posts a tariff. */
  posted_type_ids: number[]
  /** Whether the park itself is made up. */
  is_example: boolean
  /** Whether it is near the centre of a big city. */
  is_central: boolean
  /** Whether it is at the terminals of an airport. */
  is_airport: boolean
}

export interface VehicleTypeClass {
  id: number
  vehicle_class: string
}
interface ClaimedPool {
  vehicle_class: string
  capacity: number
  is_example: boolean
}
type ClaimedTariff = CarPrice & { vehicle_type_id: number; free_minutes: number; day_cap_reset_hour: number }

/** The example facts that are added to a park; null or empty if the source has the fact. */
export interface Claim {
  partner: string
  cancellation: 'flexible' | 'strict'
  check_in: 'clock' | 'scan'
  opening_hours: string | null
  capacity: number | null
  amenities: Amenity[]
  accessible_bays: number | null
  accessible_bay_width_cm: number | null
  step_free: boolean | null
  lift: boolean | null
  max_height_cm: number | null
  max_length_cm: number | null
  max_width_cm: number | null
  pools: ClaimedPool[]
  tariffs: ClaimedTariff[]
  examples: ExampleFact[]
}

const partners: Record<CountryCode, readonly [string, ...string[]]> = {
  CA: ['Maple Gate Parking', 'Northline Parking', 'Stationnement Boréal', 'Harbour & Main Parking'],
  US: ['Northline Parking', 'Cornerlot Parking', 'Blue Curb Garages', 'Main Street Garages'],
  NG: ['Eko Gate Car Parks', 'Savanna Parking', 'Green Barrier Parks', 'Unity Car Parks'],
  SN: ['Teranga Parking', 'Barrière Verte', 'Parkings du Plateau', 'Baobab Stationnement'],
}

const claimShares = { example: 1, central: 0.8, elsewhere: 0.45, westAfrica: 0.75 }
const nonPublicAccess = new Set(['private', 'customers', 'restricted', 'no', 'permit', 'permissive'])

/** Whether a partner could operate it: not street parking, private, free or with fewer than 8 spaces. */
function isClaimable({ kind, access, fee, capacity, is_example }: UnclaimedPark): boolean {
  if (is_example) return true
  return (
    kind !== 'street' && !nonPublicAccess.has(access ?? '') && fee !== false && (capacity === null || capacity >= 8)
  )
}

/** Parameters of the log-normal distribution fitted to the recorded capacities of each kind. */
const capacities: Record<string, readonly [mean: number, deviation: number]> = {
  garage: [5.82, 0.8],
  underground: [5.09, 0.9],
  airport: [5.82, 0.5],
}
const drawCapacity = ({ kind, uses }: UnclaimedPark, random: Random) => {
  const [mean, deviation] = capacities[uses.includes('airport') ? 'airport' : kind] ?? [4.08, 0.8]
  return Math.min(1_500, Math.max(12, Math.round(Math.exp(mean + deviation * random.normal()))))
}

const isBuilt = (kind: string) => kind === 'garage' || kind === 'underground'

function drawPools(park: UnclaimedPark, cars: number, random: Random): ClaimedPool[] {
  const { country_code, kind, capacity, capacity_is_estimate } = park
  const isCapacityRecorded = capacity !== null && !capacity_is_estimate && !park.is_example
  const pools: ClaimedPool[] = [{ vehicle_class: 'car', capacity: cars, is_example: !isCapacityRecorded }]
  if (random.chance(country_code === 'NG' || country_code === 'SN' ? 0.5 : 0.2))
    pools.push({ vehicle_class: 'motorcycle', capacity: Math.max(4, Math.round(cars * 0.12)), is_example: true })
  if (random.chance(0.25) && !isBuilt(kind) && cars >= 40)
    pools.push({ vehicle_class: 'large', capacity: Math.max(2, Math.round(cars * 0.05)), is_example: true })
  return pools
}

const otherHours = [
  'Mo-Su 06:00-23:00',
  'Mo-Su 05:00-22:00',
  'Mo-Sa 06:00-22:00; Su 08:00-20:00',
  'Mo-Fr 06:00-21:00; Sa 08:00-18:00; Su off',
] as const

function drawAmenities(park: UnclaimedPark, random: Random): Amenity[] {
  const isWestAfrica = park.country_code === 'NG' || park.country_code === 'SN'
  const probabilities: [Amenity, number][] = [
    ['cctv', 0.5],
    ['guard', isWestAfrica ? 0.75 : 0.25],
    ['lighting', 0.65],
    ['accessible', isBuilt(park.kind) ? 0.5 : 0.3],
    ['in_and_out', 0.3],
    ['wash', isWestAfrica ? 0.25 : 0.08],
    ['valet', 0.06],
    ['covered', isBuilt(park.kind) ? 1 : 0],
  ]
  return probabilities
    .map(([amenity, share]) => ({ amenity, isThere: random.chance(share) }))
    .filter(({ amenity, isThere }) => isThere && !park.amenities.includes(amenity))
    .map(({ amenity }) => amenity)
}

/**
 * Draws the example facts of a park, deterministic per park; undefined if the park is not claimed: `isForced` claims each
 * one that a partner could operate. Only fills gaps of the source, and lists every kind of made-up fact in `examples`.
 */
export function planClaim(
  park: UnclaimedPark,
  types: readonly VehicleTypeClass[],
  isForced = false,
): Claim | undefined {
  const random = createRandom(`${park.source}:${park.source_id}`)
  const { country_code, is_example, kind } = park
  const share = is_example
    ? claimShares.example
    : country_code === 'NG' || country_code === 'SN'
      ? claimShares.westAfrica
      : park.is_central
        ? claimShares.central
        : claimShares.elsewhere
  if ((!random.chance(share) && !isForced) || !isClaimable(park)) return undefined

  const partner = random.pick(partners[country_code])
  const cancellation = random.chance(0.15) ? 'strict' : 'flexible'
  const drawnCapacity = drawCapacity(park, random)
  const capacity = park.capacity === null ? drawnCapacity : null
  const pools = drawPools(park, park.capacity ?? drawnCapacity, random)
  const hours = random.chance(park.is_central ? 0.75 : 0.6) ? '24/7' : random.pick(otherHours)
  const opening_hours = park.opening_hours === null ? hours : null
  const amenities = drawAmenities(park, random)
  if (opening_hours === '24/7') amenities.push('open_24h')
  const height = random.pick([190, 198, 200, 205, 210, 215, 220, 230])
  const max_height_cm = park.max_height_cm === null && isBuilt(kind) && random.chance(0.8) ? height : null
  const isShort = isBuilt(kind) && random.chance(0.35)
  const max_length_cm = isShort ? random.pick([500, 520, 550]) : null
  const max_width_cm = isShort ? random.pick([210, 220, 230]) : null
  const isAccessible = amenities.includes('accessible') && park.accessible_bays === null
  const bays = random.whole(2, 8)
  const bay_width_cm = random.pick([330, 350, 360, 390])
  const isStepFree = random.chance(0.8)
  const hasLift = random.chance(0.7)

  const tariffs = drawTariffs(park, types, pools, random)
  // Garages with a barrier scan passes; elsewhere bookings start by the clock.
  const check_in = isBuilt(kind) && random.chance(0.25) ? 'scan' : 'clock'
  const isMadeUp: Record<ExampleFact, boolean> = {
    park: is_example,
    tariff: tariffs.length > 0,
    capacity: capacity !== null || pools.some((pool) => pool.is_example),
    partner: true,
    hours: opening_hours !== null,
    amenities: amenities.length > 0,
    limits: max_height_cm !== null || max_length_cm !== null || max_width_cm !== null,
  }
  return {
    partner,
    cancellation,
    check_in,
    opening_hours,
    capacity,
    amenities,
    accessible_bays: isAccessible ? bays : null,
    accessible_bay_width_cm: isAccessible ? bay_width_cm : null,
    step_free: isAccessible ? isStepFree : null,
    lift: isAccessible && isBuilt(kind) ? hasLift : null,
    max_height_cm,
    max_length_cm,
    max_width_cm,
    pools,
    tariffs,
    examples: exampleFacts.filter((fact) => isMadeUp[fact]),
  }
}

function drawTariffs(
  park: UnclaimedPark,
  types: readonly VehicleTypeClass[],
  pools: readonly ClaimedPool[],
  random: Random,
): ClaimedTariff[] {
  const currency = currencyOf(park.country_code)
  const drawnPrice = drawPrice(park.country_code, park, random)
  const recorded = park.rates_currency === currency ? priceFromRates(park.rates_parsed, currency) : undefined
  const free_minutes = random.chance(0.12) ? random.pick([10, 15]) : 0
  const day_cap_reset_hour = random.chance(0.2) ? 6 : 0
  const isDowntown = park.is_central && (isBuilt(park.kind) || random.chance(0.4))
  const car = recorded ?? { ...drawnPrice, ...drawTerms(drawnPrice, isDowntown, currency, random) }
  const servedClasses = new Set(pools.map(({ vehicle_class }) => vehicle_class))
  return types
    .filter(({ id, vehicle_class }) => servedClasses.has(vehicle_class) && !park.posted_type_ids.includes(id))
    .map(({ id }) => ({
      vehicle_type_id: id,
      ...scalePriceToType(car, id, currency),
      free_minutes,
      day_cap_reset_hour,
    }))
}
