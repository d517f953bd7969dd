import * as z from 'zod'
import { countryCodes } from '#contract/geography.ts'
import { minute_ms } from '#contract/time.ts'
import { backups, retention } from './backup-settings.ts'
import { login, messages, textMessages } from './service-settings.ts'
import { count, countries, flag, port, proxies, share, text, webAddresses } from './setting-kinds.ts'

/** Sent to every browser, so a secret key is rejected. */
const publicKey = z.string().regex(/^pk_[\w-]{1,200}$/, 'must be a public key that starts with pk_')

/** A public service with the streets of the world; it needs no key. */
export const openFreeMap = {
  light: 'https://tiles.openfreemap.org/styles/positron',
  dark: 'https://tiles.openfreemap.org/styles/dark',
}

/** What `unset` says of a setting's default where the schema alone does not; `docs/settings.md` is written from it. */
declare module 'zod' {
  interface GlobalMeta {
    unset?: string
  }
}

/**
 * Secrets of which the one before stays valid while they are changed: NAME_PREVIOUS. It is accepted wherever the secret is
 * checked, and never used to sign, or to call somebody with.
 */
export const rotatedSecrets = [
  'METRICS_TOKEN',
  'DATABASE_URL',
  'PAYSTACK_SECRET_KEY',
  'WAVE_WEBHOOK_SECRET',
  'STRIPE_WEBHOOK_SECRET',
  'TWILIO_AUTH_TOKEN',
] as const

const server = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('`development`, `test` or `production`, which turns off demo data, stand-ins and `/dev/mail`'),
  PORT: port.default(3000).describe('port to listen on; 0 picks a free one'),
  HOST: text.default('127.0.0.1').describe('address to listen on'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      unset: 'the address it listens on',
      description:
        'where drivers reach it: payment providers return them there, and links in emails and canonical URLs use it',
    }),
  TRUST_PROXY: proxies
    .default(false)
    .describe(
      'behind balancers that set `X-Forwarded-For`: how many there are, such as `1`, or their addresses and networks, such as `10.0.0.0/8`',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('warn')
    .describe('the least that is logged: `fatal`, `error`, `warn`, `info`, `debug`, or `silent` for nothing'),
  PAGE_CACHE_SECONDS: count(0, 60).optional().meta({
    unset: '10 in production, else 0',
    description:
      'how long a rendered page is sent again to visitors with the same language and country; 0 renders each request',
  }),
  CATALOGUE_CACHE_SECONDS: count(0, 10).optional().meta({
    unset: '2 in production, else 0',
    description:
      'how long the list of what a branch sells is sent again; what orders take from stock is seen within this time; 0 asks the database each time whether anything has changed',
  }),
  OVERLOAD_MS: count(0, minute_ms)
    .default(2_000)
    .describe(
      'event-loop delay from which the server answers 503 until it has caught up; 0 turns this off. Not used with the embedded database',
    ),
  DRAIN_SECONDS: count(0, 15).optional().meta({
    unset: '5 in production, else 0',
    description:
      'how long the server goes on serving after SIGTERM while `/health/ready` fails; longer than the balancer takes to notice. It ends within 25 seconds in any case',
  }),
  REQUEST_SECONDS: count(1, 3_600)
    .default(50)
    .describe('time in which a request must have arrived whole; slower ones are closed'),
  MAX_CONNECTIONS: count(1, 1_000_000).default(5_000).describe('open connections; more are closed at once'),
  MAX_CONNECTIONS_ADDRESS: count(1, 1_000_000)
    .default(500)
    .describe('open connections of one address (IPv6: of one /64 network); not counted behind a proxy (`TRUST_PROXY`)'),
  METRICS_PORT: port
    .optional()
    .describe('port of `/metrics` (Prometheus) on the same address, for a network that others cannot reach'),
  METRICS_TOKEN: text.optional().meta({
    unset: '`/metrics` is open, in production only on `METRICS_PORT`',
    description: 'bearer token for `/metrics` on the port of the server',
  }),
  METRICS_TOKEN_PREVIOUS: text.optional().describe('the one before, accepted too while it is changed'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'collector of OpenTelemetry that takes OTLP over HTTP, such as `http://127.0.0.1:4318`: gets traces of requests, statements, jobs and calls to providers',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: text.optional().describe('headers for it, such as a key: `name=value,name=value`'),
  OTEL_TRACES_SAMPLER_ARG: share
    .default(1)
    .describe('the share of traces that is sent, from 0 to 1; a trace that a caller has begun follows the caller'),
  SENTRY_DSN: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Sentry-compatible service that receives browser errors'),
}

const database = {
  DATA_DIR: text
    .default('.data')
    .describe(
      'folder of the embedded database, and of a snapshot of the search index that makes the next start fast (beside a PostgreSQL server too; it may be deleted at any time)',
    ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('`postgres://…` uses a PostgreSQL server (15 or later)'),
  COUNTRIES: countries.default([...countryCodes]).meta({
    unset: countryCodes.join(' '),
    description:
      'the countries that are offered and served, such as `CA`. Fewer than all make a cell, with a database or schema of its own (`docs/operating.md`)',
  }),
  DATABASE_URL_PREVIOUS: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('the one before, used where the server refuses the password or role of `DATABASE_URL`'),
  DATABASE_REPLICA_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('a standby of that server, read in place of it where an answer may be some seconds old'),
  DATABASE_POOL: count(1, 100)
    .default(4)
    .describe('connections to that server; best close to its number of cores. Jobs have two more'),
  DATABASE_PREPARED: flag
    .default(true)
    .describe(
      '`off` behind a pooler that gives each transaction another connection, such as PgBouncer in transaction mode',
    ),
}

const maps = {
  MAP_STYLE_URL: z
    .union([z.literal(['packed', 'own']), z.url({ protocol: /^https?$/ })])
    .default(openFreeMap.light)
    .meta({
      unset: "OpenFreeMap's light style",
      description:
        'any MapLibre style, `own` (made by `npm run map`) or `packed`. The browser tries the hosted style and draws the packed map when it cannot be reached, times out or is not a style. The packed map has streets of ten cities in Canada and the United States (`npm run streets` makes them from `data/streets`)',
    }),
  MAP_STYLE_DARK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      unset: "OpenFreeMap's dark style",
      description: 'the style in the dark theme; with another `MAP_STYLE_URL`, that one by default',
    }),
  MAP_ORIGINS: text
    .optional()
    .describe('further hosts from which the hosted style loads, for the Content-Security-Policy'),
  GEOCODER_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => /\/(api|search)\/?$/.test(new URL(url).pathname),
      'must be the address of the search of a Photon (…/api) or a Nominatim (…/search)',
    )
    .optional()
    .meta({
      unset: 'none: only our own places are searched',
      description:
        "the search address of a [Photon](https://github.com/komoot/photon) (`…/api`) or a [Nominatim](https://nominatim.org/release-docs/latest/api/Search/) (`…/search`), asked for a typed address that our own places do not have. Run your own, or a provider's: the public Nominatim forbids suggestions while somebody types",
    }),
  GEOCODER_PER_SECOND: count(1, 1_000)
    .default(1)
    .describe(
      'the most requests a second that the geocoder allows; those that would wait longer than 1.5 seconds are not made',
    ),
  IP_LOOKUP_URLS: webAddresses.optional().meta({
    unset: 'three public services in production, local stand-ins beside the payment stand-ins',
    description: 'services that tell a browser its country, tried in this order, separated by commas',
  }),
}

const payments = {
  PAYSTACK_SECRET_KEY: text.optional().describe('Paystack (Nigeria); it also signs the webhooks'),
  PAYSTACK_SECRET_KEY_PREVIOUS: text.optional().describe('the one before: webhooks that it signs are accepted too'),
  PAYSTACK_PUBLIC_KEY: publicKey
    .optional()
    .describe("with it, drivers pay in Paystack's form in our page; without it, on Paystack's own page"),
  PAYSTACK_XOF: flag
    .default(true)
    .describe(
      'whether Paystack, in XOF, replaces Wave in Senegal when Wave cannot start a payment (the Paystack account must settle XOF)',
    ),
  PAYSTACK_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.paystack.co')
    .describe("address of Paystack's API"),
  PAYSTACK_TRANSFERS: flag
    .default(false)
    .describe(
      'whether operators and branches in Nigeria are paid out by Paystack, with `PAYSTACK_SECRET_KEY`; its transfers must need no code (OTP)',
    ),
  WAVE_API_KEY: text.optional().describe('Wave (Senegal); the key needs the Checkout and Balance APIs'),
  WAVE_WEBHOOK_SECRET: text
    .optional()
    .describe("required with `WAVE_API_KEY`; the webhook may use either of Wave's security strategies"),
  WAVE_WEBHOOK_SECRET_PREVIOUS: text.optional().describe('the one before: its webhooks are accepted too'),
  WAVE_SIGNING_SECRET: text
    .optional()
    .describe('required for a Wave key that was created with request signing: signs every call'),
  WAVE_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.wave.com')
    .describe("address of Wave's API"),
  WAVE_PAYOUT_KEY: text
    .optional()
    .describe(
      'with it, operators and branches in Senegal are paid out by Wave, from the wallet of this key; it needs the Payout and Balance APIs',
    ),
  WAVE_PAYOUT_SIGNING_SECRET: text
    .optional()
    .describe('required for a Wave payout key that was created with request signing: signs every call'),
  STRIPE_SECRET_KEY: text.optional().describe('Stripe (Canada, United States)'),
  STRIPE_PUBLIC_KEY: publicKey
    .optional()
    .describe(
      "with it, drivers pay in Stripe's form in our page (cards, Apple Pay, Google Pay, saved cards); without it, on Stripe's own page",
    ),
  STRIPE_WEBHOOK_SECRET: text.optional().describe('required with `STRIPE_SECRET_KEY`: verifies its webhooks'),
  STRIPE_WEBHOOK_SECRET_PREVIOUS: text.optional().describe('the one before: its webhooks are accepted too'),
  STRIPE_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.stripe.com')
    .describe("address of Stripe's API"),
  STRIPE_CONNECT: flag
    .default(false)
    .describe(
      'whether operators and branches in Canada and the United States are paid out by Stripe Connect, with `STRIPE_SECRET_KEY`',
    ),
  STRIPE_CONNECT_WEBHOOK_SECRET: text
    .optional()
    .describe("verifies Stripe's second webhook, for events of connected accounts; without it, these are asked for"),
}

const walletPasses = {
  APPLE_PASS_CERTIFICATE: text
    .optional()
    .describe(
      'Apple Wallet: the certificate of a pass type ID (PEM), which also names the pass type and the team; better in a file',
    ),
  APPLE_PASS_KEY: text
    .optional()
    .describe('its private key (PEM, RSA, without a password); required with `APPLE_PASS_CERTIFICATE`'),
  APPLE_WWDR_CERTIFICATE: text
    .optional()
    .describe(
      "Apple's intermediate certificate that has issued it (PEM; Worldwide Developer Relations G4); required with `APPLE_PASS_CERTIFICATE`",
    ),
  GOOGLE_WALLET_ISSUER_ID: z
    .string()
    .regex(/^\d{1,30}$/, 'must be the number of an issuer')
    .optional()
    .describe('Google Wallet: the number of the issuer account'),
  GOOGLE_WALLET_KEY: text
    .optional()
    .describe(
      'the JSON key file of a service account that is a user of the issuer account; required with `GOOGLE_WALLET_ISSUER_ID`; better in a file',
    ),
}

const demonstration = {
  SIMULATORS: flag.optional().meta({
    unset: "`on` without any payment provider's key, never in production",
    description:
      'stand-ins that speak the protocols of the payment providers and, without a Firebase project, of Google and Apple login, on loopback',
  }),
  SIMULATOR_PORT: port.default(0).describe('their port; 0 picks a free one'),
  SHIPPED_DATA: flag
    .default(true)
    .describe('the places and car parks that come with the project; `off` starts with none, and without demo data'),
  SECOND_FACTOR: flag.optional().meta({
    unset: '`on` in production, else `off`',
    description:
      'whether roles that move money or change roles demand two-step verification, within 14 days of the first sign-in. Whoever has set it up uses it in any case',
  }),
  DEMO_DATA: flag.optional().meta({
    unset: '`on`, `off` in production',
    description: 'example tariffs, capacities and car parks on top of the real ones, each marked as an example',
  }),
  EXAMPLE_ORDERS: flag
    .default(true)
    .describe(
      'in a demo, 300 example orders of the last 30 days, the shifts of a week at their counters and the occupancy of car parks, written little by little in the minutes after the start and after each reset',
    ),
  DEMO_RESET_MINUTES: z
    .union([z.literal('off'), count(1, 1_440)])
    .optional()
    .meta({
      unset: '30 for a demo with a `HOST` other than loopback, otherwise `off`',
      description:
        "deletes the demo's customers, bookings and money at these intervals; a banner gives the next time; refused in production",
    }),
}

const limits = {
  RATE_LIMITS: flag.default(true).describe('all limits below'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .meta({
      unset: 'each server allows its share',
      description: 'Redis in which several servers count calls per minute together',
    }),
  RATE_REGISTER_HOUR: count(1, 1_000_000).default(60).describe('registrations per hour from one IP address'),
  RATE_LOGIN_ACCOUNT: count(1, 1_000_000)
    .default(10)
    .describe('failed logins in 15 minutes from one source at one account'),
  RATE_LOGIN_ADDRESS: count(1, 1_000_000)
    .default(200)
    .describe('failed logins in 15 minutes from one IP address at any account'),
  RATE_MISTAKES_HOUR: count(1, 1_000_000)
    .default(20)
    .describe('reports of wrong car park details per hour from one IP address'),
  RATE_LEADS_HOUR: count(1, 1_000_000)
    .default(20)
    .describe('forms sent per hour from one IP address or account; half as many for one email address'),
  RATE_EVENT_CODES: count(1, 1_000_000)
    .default(10)
    .describe('wrong codes for private events in 15 minutes from one IP address'),
  RATE_COUPON_CODES: count(1, 1_000_000)
    .default(20)
    .describe('coupon codes that are refused in 15 minutes, from one account or IP address'),
  RATE_SMS_NUMBER_DAY: count(1, 1_000_000).default(10).describe('text messages to one number in a day (UTC)'),
  RATE_SMS_RANGE_DAY: count(1, 1_000_000)
    .default(50)
    .describe('text messages in a day to the 10,000 numbers that differ in their last four digits alone'),
  RATE_SIGNED_IN_MINUTE: count(1, 1_000_000).default(600).describe('calls per minute of a signed-in user'),
  RATE_ANONYMOUS_MINUTE: count(1, 1_000_000).default(300).describe('calls per minute of an IP address'),
}

/** Every setting, by its environment variable, in the groups of `docs/settings.md`. */
export const settingGroups = {
  Server: server,
  Database: database,
  Backups: backups,
  Retention: retention,
  'Emails and notifications': messages,
  'Text messages': textMessages,
  'Maps and addresses': maps,
  Payments: payments,
  'Google and Apple login': login,
  'Apple Wallet and Google Wallet': walletPasses,
  Demonstration: demonstration,
  Limits: limits,
} satisfies Record<string, Record<string, z.ZodType>>

/** All settings by name. */
export const settings = {
  ...server,
  ...database,
  ...backups,
  ...retention,
  ...messages,
  ...textMessages,
  ...maps,
  ...payments,
  ...login,
  ...walletPasses,
  ...demonstration,
  ...limits,
}
