import { sql } from 'kysely'
import { toMajor } from '#contract/money.ts'
import type { CityPrice } from '#contract/parks/city-prices.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { minute_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import { findOffers, getVehicleType, isBookable, isListed } from '#server/features/parks/offers.ts'
import { calculateHourPrice } from '#server/features/pricing/tariff.ts'
import { findQuartiles } from './rules.ts'

/** Cities with fewer priced car parks are left out: their median would say little. */
const minParks = 3
const maxCities = 60
const cacheLifetime_ms = 10 * minute_ms
const pricesCache = new WeakMap<Db, Map<CountryCode, { prices: CityPrice[]; until: number }>>()

/**
 * Returns the price of one hour for a car at bookable parks, before fees and taxes, by city: the cities with most car
 * parks first. Cached for ten minutes per country.
 */
export async function findCityPrices(db: Db, country: CountryCode, now: Date): Promise<CityPrice[]> {
  const cached = pricesCache.get(db)?.get(country)
  if (cached !== undefined && cached.until > now.getTime()) return cached.prices
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
      const quartiles = findQuartiles(parks.map(({ tariff }) => calculateHourPrice(tariff!).amount_minor))
      if (quartiles === undefined || parks.length < minParks) return []
      const [low, median, high] = [quartiles.low, quartiles.median, quartiles.high].map((amount) =>
        toMajor(amount, currency),
      )
      const examples = parks.filter(({ has_example }) => has_example).length
      return [{ city, currency, parks: parks.length, examples, low: low!, median: median!, high: high! }]
    })
    .sort((a, b) => b.parks - a.parks || a.city.localeCompare(b.city))
    .slice(0, maxCities)
  const byCountry = pricesCache.get(db) ?? new Map<CountryCode, { prices: CityPrice[]; until: number }>()
  pricesCache.set(db, byCountry.set(country, { prices, until: now.getTime() + cacheLifetime_ms }))
  return prices
}
