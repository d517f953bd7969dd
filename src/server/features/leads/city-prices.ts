import { sql } from 'kysely'
import type { CityPrice } from '#contract/city-prices.ts'
import { toMajor } from '#contract/money.ts'
import type { CountryCode } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { findOffers, getVehicleType, isBookable, isListed } from '#server/features/parks/offers.ts'
import { calculateHourPrice } from '#server/features/pricing/tariff.ts'
import { middleOf } from './rules.ts'

/** Fewer prices have no middle to speak of. */
const leastParks = 3
const mostCities = 60
const keep_ms = 10 * 60_000
const kept = new WeakMap<Db, Map<CountryCode, { prices: CityPrice[]; until: number }>>()

/** What an hour costs an ordinary car where it can be booked, before fees and taxes; the cities with most car parks first. */
export async function findCityPrices(db: Db, country: CountryCode, now: Date): Promise<CityPrice[]> {
  const known = kept.get(db)?.get(country)
  if (known !== undefined && known.until > now.getTime()) return known.prices
  const offers = await findOffers<{ has_example: boolean }>(
    db,
    await getVehicleType(db, 1),
    sql<boolean>`c.code = ${country} and p.city is not null and ${isBookable} and ${isListed}`,
    sql`('tariff' = any(p.examples) or 'park' = any(p.examples)) as has_example`,
  )
  const priced = offers.filter(({ tariff }) => tariff !== null)
  const prices = [...Map.groupBy(priced, ({ city }) => city!)]
    .flatMap(([city, parks]): CityPrice[] => {
      const { currency } = parks[0]!
      const middle = middleOf(parks.map(({ tariff }) => calculateHourPrice(tariff!).amount_minor))
      if (middle === undefined || parks.length < leastParks) return []
      const [low, median, high] = [middle.low, middle.median, middle.high].map((one) => toMajor(one, currency))
      const examples = parks.filter(({ has_example }) => has_example).length
      return [{ city, currency, parks: parks.length, examples, low: low!, median: median!, high: high! }]
    })
    .sort((a, b) => b.parks - a.parks || a.city.localeCompare(b.city))
    .slice(0, mostCities)
  const mine = kept.get(db) ?? new Map<CountryCode, { prices: CityPrice[]; until: number }>()
  kept.set(db, mine.set(country, { prices, until: now.getTime() + keep_ms }))
  return prices
}
