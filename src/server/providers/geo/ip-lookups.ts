import type { Config } from '#server/config.ts'

/** Asked from the browser, in this order (specification, section 7). */
const services = ['https://ipapi.co/json/', 'https://ipwho.is/', 'https://ipinfo.io/json']

/** The services that tell a browser where it is: those of the settings, else the stand-ins, else the public ones. */
export const ipLookups = (
  { IP_LOOKUP_URLS, production }: Config,
  standIns: readonly string[] | undefined,
): readonly string[] => IP_LOOKUP_URLS ?? standIns ?? (production ? services : [])
