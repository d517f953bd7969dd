import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import { day_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { findParkingWindow } from '#server/features/events/rules.ts'
import { fromStoredTerms, toStoredTerms, type ExtraTerms } from '#server/features/pricing/tariff-terms.ts'
import { calculateParkingPrice, type EventPrice, type TariffTerms } from '#server/features/pricing/tariff.ts'
import { distanceTo } from '#server/geo.ts'
import { overlayKey } from './overlay.ts'
import { createRandom } from './random.ts'
import { roundToStep } from './rates.ts'

/** Event prices apply to this share of the nearest car parks within the radius, as a multiple of the ordinary price. */
const radius_m = 2_000
const maxParks = 30
const pricedShare = 0.7
const factors = [1.25, 1.5, 1.75, 2] as const

interface ExampleTimes {
  example: string
  doors_at: Date
  ends_at: Date
}
interface PricedPark {
  source: string
  source_id: string
  timezone: string
  currency: Currency
}

/**
 * Returns a park's price in minor units for the time of an example event, never below the ordinary price; undefined if
 * the park has no event price. Deterministic for each park and event.
 */
export function drawEventPrice(
  { source, source_id, timezone, currency }: PricedPark,
  tariff: TariffTerms,
  event: ExampleTimes,
): EventPrice | undefined {
  const random = createRandom(`${source}:${source_id}:${event.example}`)
  if (!random.chance(pricedShare)) return undefined
  const { start, end } = findParkingWindow(event)
  const ordinary = calculateParkingPrice({ ...tariff, events: [] }, start, end, timezone).amount_minor
  const amount_minor = roundToStep(Number(ordinary) * random.pick(factors), currency)
  return amount_minor < ordinary ? undefined : { starts_at: start, ends_at: end, amount_minor }
}

type NearbyTariffRow = PricedPark & { id: string; terms: unknown } & Omit<TariffTerms, keyof ExtraTerms>

/** Finds the newest example tariffs of the nearest car parks around a venue. */
async function findNearbyTariffs(tx: Tx, { lat, lng, country_id }: { lat: number; lng: number; country_id: number }) {
  const radius_deg = radius_m / 111_000
  const { rows } = await sql<NearbyTariffRow>`
    select t.id, t.terms, t.currency, t.free_minutes, t.increment_minutes, t.increment_minor, t.day_cap_minor, t.day_cap_reset_hour,
      p.source, p.source_id, p.timezone
    from (
      select p.id, p.source, p.source_id, p.timezone from parks p
      where p.country_id = ${country_id} and p.partner_id is not null and 'partner' = any(p.examples)
        and p.lat between ${lat - radius_deg}::float8 and ${lat + radius_deg}::float8 and ${distanceTo({ lat, lng })} <= ${radius_m}
      order by ${distanceTo({ lat, lng })}, p.id limit ${maxParks}
    ) p
    join lateral (
      select distinct on (vehicle_type_id) * from tariffs where park_id = p.id order by vehicle_type_id, version desc
    ) t on t.is_example`.execute(tx)
  return rows
}

const settingKey = 'demo_event_prices'

/** Stores the state of upcoming events and example parks; returns whether it changed since the last call. */
async function saveState(tx: Tx, events: readonly { id: string }[]): Promise<boolean> {
  const settings = await tx
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', [settingKey, overlayKey])
    .execute()
  const valueOf = (key: string) => settings.find((setting) => setting.key === key)?.value
  const state = [events.map(({ id }) => id).join(' '), valueOf(overlayKey) ?? ''].join(' / ')
  if (valueOf(settingKey) === state) return false
  const value = JSON.stringify(state)
  await tx
    .insertInto('settings')
    .values({ key: settingKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return true
}

const toComparable = (prices: readonly EventPrice[]) =>
  prices.map(({ starts_at, ends_at, amount_minor }) => [+starts_at, +ends_at, amount_minor].join(' ')).join()

/**
 * Writes a new version of example tariffs near upcoming example events with event prices; quotes and bookings keep
 * their version. Private events are left out, because a public tariff would reveal them. Does nothing if nothing
 * changed.
 */
export async function writeExamplePrices(tx: Tx, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('events')
    .select(['id', 'lat', 'lng', 'country_id', 'doors_at', 'ends_at'])
    .select(sql<string>`example`.as('example'))
    .where('example', 'is not', null)
    .where('private_code_hash', 'is', null)
    .where('state', '=', 'published')
    .where('ends_at', '>', new Date(now.getTime() - day_ms))
    .orderBy('doors_at')
    .execute()
  // Until the parking window of the event ends.
  const events = rows.filter((event) => findParkingWindow(event).end > now)
  if (!(await saveState(tx, events))) return
  const tariffs = new Map<string, { terms: ExtraTerms; prices: EventPrice[] }>()
  for (const event of events)
    for (const { id, terms: stored, ...row } of await findNearbyTariffs(tx, event)) {
      const { terms, prices } = tariffs.get(id) ?? { terms: fromStoredTerms(stored), prices: [] }
      const price = drawEventPrice(row, { ...row, ...terms }, event)
      const last = prices.at(-1)
      // Event prices must not overlap: the earlier event wins.
      const isApplicable = price !== undefined && (last === undefined || last.ends_at <= price.starts_at)
      tariffs.set(id, { terms, prices: isApplicable ? [...prices, price] : prices })
    }
  const changed = [...tariffs].flatMap(([id, { terms, prices }]) => {
    if (toComparable(prices) === toComparable(terms.events)) return []
    const storedTerms = toStoredTerms({ ...terms, events: prices })
    return [{ id, next_id: newId(now.getTime()), terms: JSON.parse(storedTerms) as object }]
  })
  if (changed.length === 0) return
  await sql`
    insert into tariffs (id, park_id, vehicle_type_id, version, currency, free_minutes, increment_minutes, increment_minor,
      day_cap_minor, day_cap_reset_hour, terms, is_example, source, observed_at, created_at)
    select n.next_id, t.park_id, t.vehicle_type_id, t.version + 1, t.currency, t.free_minutes, t.increment_minutes, t.increment_minor,
      t.day_cap_minor, t.day_cap_reset_hour, n.terms, t.is_example, t.source, t.observed_at, ${now}
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) n(id uuid, next_id uuid, terms jsonb)
    join tariffs t on t.id = n.id`.execute(tx)
}
