import type { Config } from '#server/config.ts'

/**
 * Called from the browser in this order (specification, section 7). Each allows it by CORS without a key; ipwho.is answers
 * browsers with 403.
 */
const services = ['https://ipapi.co/json/', 'https://get.geojs.io/v1/ip/geo.json', 'https://ipinfo.io/json']

/** Returns the IP location services: the configured ones, else the simulators', else the public ones. */
export const ipLookups = (
  { IP_LOOKUP_URLS, production }: Config,
  standIns: readonly string[] | undefined,
): readonly string[] => IP_LOOKUP_URLS ?? standIns ?? (production ? services : [])
