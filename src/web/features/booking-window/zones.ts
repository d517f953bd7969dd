import type { CountryCode } from '#contract/places.ts'
import { deviceZone } from '#web/lib/quarterHours.ts'

/** The country's time zone, or the most populous one. */
const defaultZones: Record<CountryCode, string> = {
  NG: 'Africa/Lagos',
  SN: 'Africa/Dakar',
  CA: 'America/Toronto',
  US: 'America/New_York',
}

/** Zone for times shown before a place is chosen: the device's if it can be in the country, otherwise the default. */
export function countryZone(code: CountryCode, device = deviceZone()): string {
  const wide = code === 'CA' || code === 'US'
  return wide && /^(America|Pacific|US|Canada)\//.test(device) ? device : defaultZones[code]
}
