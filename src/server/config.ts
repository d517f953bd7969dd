import { isIPv4, isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'

const flag = z.enum(['on', 'off']).transform((text) => text === 'on')
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((n) => n <= 65_535, 'must be a port number')
const count = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= least && n <= most, `must be from ${least} to ${most}`)
const text = z.string().min(1)

/** An address, or a network such as 10.0.0.0/8. */
const isNetwork = (text: string): boolean => {
  const [address = '', length, ...rest] = text.split('/')
  const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1
  return rest.length === 0 && most > 0 && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= most))
}

/** How many proxies stand in front of the server, or their addresses: what others write into X-Forwarded-For is ignored. */
const proxies = z.string().transform((text, context): false | number | string[] => {
  if (text === 'off') return false
  if (/^[1-9]$/.test(text)) return Number(text)
  const networks = text.split(/[\s,]+/).filter(Boolean)
  if (networks.every(isNetwork)) return networks
  context.addIssue({
    code: 'custom',
    message:
      'must be off, the number of proxies in front of the server (such as 1) or their addresses; with `on`, anybody could name any address in X-Forwarded-For',
  })
  return z.NEVER
})
/** Sent to every browser, so a secret key is rejected. */
const publicKey = z.string().regex(/^pk_[\w-]{1,200}$/, 'must be a public key that starts with pk_')

const webAddresses = z
  .string()
  .transform((line) => line.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.url({ protocol: /^https?$/ })))

/** A public service with the streets of the world; it needs no key. */
const openFreeMap = {
  light: 'https://tiles.openfreemap.org/styles/positron',
  dark: 'https://tiles.openfreemap.org/styles/dark',
}

/** Every setting, by its environment variable. A test checks that the README lists them all. */
export const settings = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: text.default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: count(1, 100).default(4),
  PAGE_CACHE_SECONDS: count(0, 60).optional(),
  CATALOGUE_CACHE_SECONDS: count(0, 10).optional(),
  OVERLOAD_MS: count(0, 60_000).default(2_000),
  REQUEST_SECONDS: count(1, 3_600).default(50),
  MAX_CONNECTIONS: count(1, 1_000_000).default(5_000),
  MAX_CONNECTIONS_ADDRESS: count(1, 1_000_000).default(500),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: text.optional(),
  MAP_STYLE_URL: z.union([z.literal(['packed', 'own']), z.url({ protocol: /^https?$/ })]).default(openFreeMap.light),
  MAP_STYLE_DARK_URL: z.url({ protocol: /^https?$/ }).optional(),
  MAP_ORIGINS: text.optional(),
  PAYSTACK_SECRET_KEY: text.optional(),
  PAYSTACK_PUBLIC_KEY: publicKey.optional(),
  PAYSTACK_XOF: flag.default(true),
  PAYSTACK_URL: z.url({ protocol: /^https?$/ }).default('https://api.paystack.co'),
  WAVE_API_KEY: text.optional(),
  WAVE_WEBHOOK_SECRET: text.optional(),
  WAVE_SIGNING_SECRET: text.optional(),
  WAVE_URL: z.url({ protocol: /^https?$/ }).default('https://api.wave.com'),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_PUBLIC_KEY: publicKey.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_URL: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/, 'must be a project ID')
    .optional(),
  FIREBASE_API_KEY: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be a web API key')
    .optional(),
  FIREBASE_AUTH_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d+)?$/, 'must be a host name')
    .optional(),
  FIREBASE_JWKS_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'),
  IP_LOOKUP_URLS: webAddresses.optional(),
  GEOCODER_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => /\/(api|search)\/?$/.test(new URL(url).pathname),
      'must be the address of the search of a Photon (…/api) or a Nominatim (…/search)',
    )
    .optional(),
  GEOCODER_PER_SECOND: count(1, 1_000).default(1),
  PUSH_ORIGINS: webAddresses.transform((addresses) => addresses.map((address) => new URL(address).origin)).optional(),
  SENTRY_DSN: z.url({ protocol: /^https?$/ }).optional(),
  SIMULATORS: flag.optional(),
  SIMULATOR_PORT: port.default(0),
  SHIPPED_DATA: flag.default(true),
  DEMO_DATA: flag.optional(),
  EXAMPLE_ORDERS: flag.default(true),
  DEMO_RESET_MINUTES: z.union([z.literal('off'), count(1, 1_440)]).optional(),
  RATE_LIMITS: flag.default(true),
  RATE_REGISTER_HOUR: count(1, 1_000_000).default(60),
  RATE_LOGIN_ACCOUNT: count(1, 1_000_000).default(10),
  RATE_LOGIN_ADDRESS: count(1, 1_000_000).default(200),
  RATE_MISTAKES_HOUR: count(1, 1_000_000).default(20),
  RATE_LEADS_HOUR: count(1, 1_000_000).default(20),
  RATE_EVENT_CODES: count(1, 1_000_000).default(10),
  RATE_COUPON_CODES: count(1, 1_000_000).default(20),
  RATE_SIGNED_IN_MINUTE: count(1, 1_000_000).default(600),
  RATE_ANONYMOUS_MINUTE: count(1, 1_000_000).default(300),
  TRUST_PROXY: proxies.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
} satisfies Record<string, z.ZodType>

const Settings = z.object(settings)

export type Config = Omit<
  z.output<typeof Settings>,
  'SIMULATORS' | 'DEMO_DATA' | 'DEMO_RESET_MINUTES' | 'DATA_DIR' | 'PAGE_CACHE_SECONDS' | 'CATALOGUE_CACHE_SECONDS'
> & {
  production: boolean
  /** Local simulators replace the payment providers: only without a provider key, never in production. */
  simulators: boolean
  /** Paystack’s inline checkout is used: only when both of its keys are set. */
  paystack_form: boolean
  demo: boolean
  /** Interval of the demo's resets; undefined for none. */
  demo_reset_minutes: number | undefined
  /** The map's style by theme, hosted elsewhere or made by `npm run map`; undefined when only the packed map is used. */
  hosted_map: { light: string; dark: string } | undefined
  /** How long a page rendered for visitors is sent again; 0 renders it for each request. */
  page_cache_seconds: number
  /** How long the list of what a branch sells is sent again; 0 reads it for each request. */
  catalogue_cache_seconds: number
  /** Origin of the local simulator that replaces Firebase; set when it has started. */
  simulated_login?: string
  /** Absolute path. */
  data_dir: string
}

export class ConfigError extends Error {}

/**
 * Reads and checks the settings. Throws ConfigError, whose message has one line for each invalid
 * setting and never includes its value, which may contain a password. An empty value counts as unset.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.keys(settings).map((name) => [name, environment[name]?.trim() || undefined]))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const { SIMULATORS, DEMO_DATA, DEMO_RESET_MINUTES, DATA_DIR, PAGE_CACHE_SECONDS, CATALOGUE_CACHE_SECONDS, ...rest } =
    parsed.data
  const production = rest.NODE_ENV === 'production'
  const keys = rest.PAYSTACK_SECRET_KEY ?? rest.WAVE_API_KEY ?? rest.STRIPE_SECRET_KEY
  const demo = DEMO_DATA ?? !production
  const wrong: string[] = []
  if (production && SIMULATORS === true)
    wrong.push('SIMULATORS=on: simulators move no money and are not allowed in production')
  if (SIMULATORS === true && keys !== undefined)
    wrong.push('SIMULATORS=on: a payment provider’s key is also set. Remove one of the two')
  if (production && typeof DEMO_RESET_MINUTES === 'number')
    wrong.push('DEMO_RESET_MINUTES: not allowed in production, because it deletes users, bookings and money')
  if (rest.SMTP_URL !== undefined && rest.MAIL_FROM === undefined)
    wrong.push('MAIL_FROM: required when SMTP_URL is set')
  if (rest.WAVE_API_KEY !== undefined && rest.WAVE_WEBHOOK_SECRET === undefined)
    wrong.push('WAVE_WEBHOOK_SECRET: required when WAVE_API_KEY is set')
  if (rest.STRIPE_SECRET_KEY !== undefined && rest.STRIPE_WEBHOOK_SECRET === undefined)
    wrong.push('STRIPE_WEBHOOK_SECRET: required when STRIPE_SECRET_KEY is set')
  if ((rest.FIREBASE_PROJECT_ID === undefined) !== (rest.FIREBASE_API_KEY === undefined))
    wrong.push('FIREBASE_PROJECT_ID, FIREBASE_API_KEY: set both or neither')
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  return {
    ...rest,
    production,
    simulators: SIMULATORS ?? (!production && keys === undefined),
    paystack_form: rest.PAYSTACK_SECRET_KEY !== undefined && rest.PAYSTACK_PUBLIC_KEY !== undefined,
    demo,
    demo_reset_minutes:
      typeof DEMO_RESET_MINUTES === 'number'
        ? DEMO_RESET_MINUTES
        : demo && !production && !isLoopback(rest.HOST) && DEMO_RESET_MINUTES === undefined
          ? 30
          : undefined,
    hosted_map: hostedMapOf(rest.MAP_STYLE_URL, rest.MAP_STYLE_DARK_URL),
    page_cache_seconds: PAGE_CACHE_SECONDS ?? (production ? 10 : 0),
    catalogue_cache_seconds: CATALOGUE_CACHE_SECONDS ?? (production ? 2 : 0),
    data_dir: resolve(DATA_DIR),
  }
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host)

/** The addresses of the map's style; a style of one's own without a dark one is used in both themes. */
function hostedMapOf(light: string, dark: string | undefined): Config['hosted_map'] {
  if (light === 'packed') return undefined
  if (light === 'own') return { light: '/map/light.json', dark: '/map/dark.json' }
  return { light, dark: dark ?? (light === openFreeMap.light ? openFreeMap.dark : light) }
}
