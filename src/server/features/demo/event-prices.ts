import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import { overlayKey } from './overlay.ts'
import { randomOf } from './random.ts'
import { toStep } from './rates.ts'
import { distanceTo } from '#server/geo.ts'
import { fromStoredTerms, toStoredTerms, type MoreTerms } from '#server/features/pricing/tariff-terms.ts'
import { calculateParkingPrice, type EventPrice, type TariffTerms } from '#server/features/pricing/tariff.ts'
import { newId } from '#server/ids.ts'
import { findParkingWindow } from '#server/features/events/rules.ts'

/** Around a venue, so far and for the nearest so many, prices rise with an event: in this share of the car parks, so many times. */
const reach_m = 2_000
const nearest = 30
const share = 0.7
const factors = [1.25, 1.5, 1.75, 2] as const

type Example = { example: string; doors_at: Date; ends_at: Date }
type Asking = { source: string; source_id: string; timezone: string; currency: Currency }

/**
 * What a park asks for the time of an example event, in minor units, instead of its ordinary price; undefined for one
 * that asks no other. The same for the same park and event whatever others there are; never less than the ordinary.
 */
export function examplePrice(
  { source, source_id, timezone, currency }: Asking,
  tariff: TariffTerms,
  event: Example,
): EventPrice | undefined {
  const random = randomOf(`${source}:${source_id}:${event.example}`)
  if (!random.chance(share)) return undefined
  const { start, end } = findParkingWindow(event)
  const ordinary = calculateParkingPrice({ ...tariff, events: [] }, start, end, timezone).amount_minor
  const amount_minor = toStep(Number(ordinary) * random.pick(factors), currency)
  return amount_minor < ordinary ? undefined : { starts_at: start, ends_at: end, amount_minor }
}

type NearRow = Asking & { id: string; terms: unknown } & Omit<TariffTerms, keyof MoreTerms>

/** The newest tariffs that are examples, of the parks around a venue. */
async function findNear(tx: Tx, { lat, lng, country_id }: { lat: number; lng: number; country_id: number }) {
  const north = reach_m / 111_000
  const { rows } = await sql<NearRow>`
    select t.id, t.terms, t.currency, t.free_minutes, t.increment_minutes, t.increment_minor, t.day_cap_minor, t.day_cap_reset_hour,
      p.source, p.source_id, p.timezone
    from (
      select p.id, p.source, p.source_id, p.timezone from parks p
      where p.country_id = ${country_id} and p.partner is not null and 'partner' = any(p.examples)
        and p.lat between ${lat - north}::float8 and ${lat + north}::float8 and ${distanceTo({ lat, lng })} <= ${reach_m}
      order by ${distanceTo({ lat, lng })}, p.id limit ${nearest}
    ) p
    join lateral (
      select distinct on (vehicle_type_id) * from tariffs where park_id = p.id order by vehicle_type_id, version desc
    ) t on t.is_example`.execute(tx)
  return rows
}

const settingKey = 'demo_event_prices'

/** Whether the events to come, or the parks of the demonstration, are others than when this was last asked. */
async function isNew(tx: Tx, events: readonly { id: string }[]): Promise<boolean> {
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

const told = (prices: readonly EventPrice[]) =>
  prices.map(({ starts_at, ends_at, amount_minor }) => [+starts_at, +ends_at, amount_minor].join(' ')).join()

/**
 * Gives example tariffs around the example events to come the prices of their time: a new version of each, so that what
 * was quoted and booked keeps its own. Nothing for a private event, whose time a tariff would tell. A second call with
 * the same events and parks reads two rows.
 */
export async function writeExamplePrices(tx: Tx, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('events')
    .select(['id', 'lat', 'lng', 'country_id', 'doors_at', 'ends_at'])
    .select(sql<string>`example`.as('example'))
    .where('example', 'is not', null)
    .where('private_code_hash', 'is', null)
    .where('state', '=', 'published')
    .where('ends_at', '>', new Date(now.getTime() - 24 * 60 * 60_000))
    .orderBy('doors_at')
    .execute()
  // Until the last have driven off.
  const events = rows.filter((event) => findParkingWindow(event).end > now)
  if (!(await isNew(tx, events))) return
  const tariffs = new Map<string, { terms: MoreTerms; prices: EventPrice[] }>()
  for (const event of events)
    for (const { id, terms: stored, ...row } of await findNear(tx, event)) {
      const { terms, prices } = tariffs.get(id) ?? { terms: fromStoredTerms(stored), prices: [] }
      const price = examplePrice(row, { ...row, ...terms }, event)
      const last = prices.at(-1)
      // Of two at the same time the first one's price holds: they may not overlap.
      const isFree = price !== undefined && (last === undefined || last.ends_at <= price.starts_at)
      tariffs.set(id, { terms, prices: isFree ? [...prices, price] : prices })
    }
  const changed = [...tariffs].flatMap(([id, { terms, prices }]) => {
    if (told(prices) === told(terms.events)) return []
    const wanted = toStoredTerms({ ...terms, events: prices })
    return [{ id, next_id: newId(now.getTime()), terms: JSON.parse(wanted) as object }]
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
