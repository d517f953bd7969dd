import type { CountryCode } from '#contract/places.ts'
import { deviceZone } from '#web/lib/quarterHours.ts'

/** One zone, or for wide countries the zone of most people there. */
const usual: Record<CountryCode, string> = {
  NG: 'Africa/Lagos',
  SN: 'Africa/Dakar',
  CA: 'America/Toronto',
  US: 'America/New_York',
}

/** The zone to show times in before a place is chosen: the device's, where it may lie in the country, else the usual one. */
export function countryZone(code: CountryCode, device = deviceZone()): string {
  const wide = code === 'CA' || code === 'US'
  return wide && /^(America|Pacific|US|Canada)\//.test(device) ? device : usual[code]
}
