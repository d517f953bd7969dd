/** Location of an IP address, as returned by a service (specification, section 3). */
export interface IpData {
  ip: string
  location: {
    country: string
    countryCode: string
    city: string
    region: string
    latitude: number | undefined
    longitude: number | undefined
    timezone: string
  }
  /** Host of the service. */
  service: string
  timestamp: number
}

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : '')
const degrees = (value: unknown) => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Parses the response of any of the three services; undefined if it has no country. */
export function parseIpResponse(answer: unknown, service: string, timestamp: number): IpData | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const fields = answer as Record<string, unknown>
  // The third service has the country code in `country`, which contains the name at the others.
  const countryCode = text(fields['country_code'] ?? fields['country']).toUpperCase()
  if (fields['success'] === false || fields['error'] === true || !/^[A-Z]{2}$/.test(countryCode)) return undefined
  const [lat, lng] = text(fields['loc']).split(',')
  const zone = fields['timezone']
  const country = text(fields['country_name'] ?? fields['country'])
  return {
    ip: text(fields['ip']),
    location: {
      country,
      countryCode,
      city: text(fields['city']),
      region: text(fields['region']),
      latitude: degrees(fields['latitude'] ?? lat),
      longitude: degrees(fields['longitude'] ?? lng),
      timezone: typeof zone === 'object' && zone !== null ? text((zone as { id?: unknown }).id) : text(zone),
    },
    service,
    timestamp,
  }
}
