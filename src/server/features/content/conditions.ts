import type { Deps } from '#server/deps.ts'

type ThirdPartyDeps = Pick<Deps, 'config' | 'ip_lookups'>

/** Returns the host of the hosted map, or undefined if only this site serves maps. */
function findMapHost({ config }: ThirdPartyDeps): string | undefined {
  const style = config.hosted_map?.light
  return style !== undefined && URL.canParse(style) ? new URL(style).host : undefined
}

/** Returns the hosts of the IP location services, without local simulators. */
const listLookupHosts = ({ ip_lookups = [] }: ThirdPartyDeps): string[] =>
  ip_lookups.map((address) => new URL(address)).flatMap(({ hostname }) => (hostname === '127.0.0.1' ? [] : [hostname]))

export const thirdPartyNames = ['map.host', 'lookups.hosts', 'reports.host'] as const

/** Placeholders for the third-party hosts that the browser contacts. */
export const listThirdParties = (deps: ThirdPartyDeps): Record<(typeof thirdPartyNames)[number], string> => ({
  'map.host': findMapHost(deps) ?? '',
  'lookups.hosts': listLookupHosts(deps).join(', '),
  'reports.host': deps.config.SENTRY_DSN === undefined ? '' : new URL(deps.config.SENTRY_DSN).hostname,
})

const bookYears = {
  'books.years_ng': 'KEEP_YEARS_NG',
  'books.years_ca': 'KEEP_YEARS_CA',
  'books.years_sn': 'KEEP_YEARS_SN',
  'books.years_us': 'KEEP_YEARS_US',
} as const
export const bookYearNames = Object.keys(bookYears)

/** Placeholders for the calendar years for which bookings and payments are kept. */
export const listBookYears = ({ config }: Pick<Deps, 'config'>): Record<string, number> =>
  Object.fromEntries(Object.entries(bookYears).map(([name, setting]) => [name, config[setting]]))

/** Conditions that a section may name as `only=`. */
export const conditions: Readonly<Record<string, (deps: ThirdPartyDeps) => boolean>> = {
  demo: ({ config }) => config.demo || config.simulators,
  /** Logging in with Google or Apple. */
  social: ({ config }) => config.FIREBASE_PROJECT_ID !== undefined && config.simulated_login === undefined,
  /** Passes in Apple Wallet or Google Wallet. */
  wallets: ({ config }) => config.apple_keys !== undefined || config.google_keys !== undefined,
  map_elsewhere: (deps) => findMapHost(deps) !== undefined,
  lookups: (deps) => listLookupHosts(deps).length > 0,
  reports: ({ config }) => config.SENTRY_DSN !== undefined,
}
export const conditionNames: readonly string[] = Object.keys(conditions)
