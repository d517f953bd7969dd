import { countryZones } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { deviceZone } from '#web/time/quarterHours.ts'

/** Zone for times shown before a place is chosen: the device's if it can be in the country, otherwise the default. */
export function countryZone(code: CountryCode, device = deviceZone()): string {
  const wide = code === 'CA' || code === 'US'
  return wide && /^(America|Pacific|US|Canada)\//.test(device) ? device : countryZones[code]
}

/** Like `countryZone`; the country's default while the page is hydrated. */
export function useCountryZone(code: CountryCode): string {
  return useHydrating() ? countryZones[code] : countryZone(code)
}
