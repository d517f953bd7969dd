import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { countryCodes } from '#contract/geography.ts'
import { codeOf } from '#server/database/errors.ts'
import {
  type AppleKeys,
  type GoogleKeys,
  readAppleKeys,
  readGoogleKeys,
  WalletKeyError,
} from '#server/providers/wallets/keys.ts'
import { openFreeMap, rotatedSecrets, settings } from './settings.ts'

const Settings = z.object(settings)

export type Config = Omit<
  z.output<typeof Settings>,
  | 'SIMULATORS'
  | 'DEMO_DATA'
  | 'SECOND_FACTOR'
  | 'DEMO_RESET_MINUTES'
  | 'DATA_DIR'
  | 'PAGE_CACHE_SECONDS'
  | 'CATALOGUE_CACHE_SECONDS'
  | 'DRAIN_SECONDS'
  | 'APPLE_PASS_CERTIFICATE'
  | 'APPLE_PASS_KEY'
  | 'APPLE_WWDR_CERTIFICATE'
  | 'GOOGLE_WALLET_ISSUER_ID'
  | 'GOOGLE_WALLET_KEY'
> & {
  production: boolean
  /** Local simulators replace the payment providers: only without a provider key, never in production. */
  simulators: boolean
  /** Local stand-ins replace the providers of text messages: only without a key of theirs, never in production. */
  sms_simulators: boolean
  /** Paystack’s inline checkout is used: only when both of its keys are set. */
  paystack_form: boolean
  demo: boolean
  /** Whether some countries are left out. What ships for several, example events, shops and documents, is not there then. */
  is_cell: boolean
  /** Whether roles that move money or change roles demand a second factor. */
  second_factor: boolean
  /** Interval of the demo's resets; undefined for none. */
  demo_reset_minutes: number | undefined
  /** The map's style by theme, hosted elsewhere or made by `npm run map`; undefined when only the packed map is used. */
  hosted_map: { light: string; dark: string } | undefined
  /** How long a page rendered for visitors is sent again; 0 renders it for each request. */
  page_cache_seconds: number
  /** How long the list of what a branch sells is sent again; 0 reads it for each request. */
  catalogue_cache_seconds: number
  /** How long requests are still served after SIGTERM, while readiness fails. */
  drain_ms: number
  /** What signs passes for Apple Wallet; undefined where it is not offered. */
  apple_keys: AppleKeys | undefined
  /** What changes passes in Google Wallet; undefined where it is not offered. */
  google_keys: GoogleKeys | undefined
  /** Origin of the local simulator that replaces Firebase; set when it has started. */
  simulated_login?: string
  /** Absolute path. */
  data_dir: string
}

export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>

/** How credentials of systemd are named when they are loaded as a folder: `LoadCredential=parkwell:FOLDER`. */
const credentialPrefix = 'parkwell_'

/** The file in which a setting stands: the one that `NAME_FILE` names, or a credential of systemd. */
function findFile(name: string, environment: Environment): string | undefined {
  const named = environment[`${name}_FILE`]?.trim() || undefined
  const folder = environment['CREDENTIALS_DIRECTORY']
  if (named !== undefined || folder === undefined) return named
  const credential = join(folder, credentialPrefix + name)
  return existsSync(credential) ? credential : undefined
}

/** The value of a setting, from the environment or from its file. Throws ConfigError. */
function readSetting(name: string, environment: Environment): string | undefined {
  const value = environment[name]?.trim() || undefined
  const file = findFile(name, environment)
  if (file === undefined) return value
  if (value !== undefined) throw new ConfigError(`${name}: set it in the environment or in a file, not in both`)
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    throw new ConfigError(`${name}_FILE: the file cannot be read (${codeOf(error)})`)
  }
}

/**
 * Reads and checks the settings, each from the environment or, named by `NAME_FILE` or a credential, from a file. Throws
 * ConfigError, whose message has one line for each invalid setting and never its value. An empty value counts as unset.
 */
export function readConfig(environment: Environment): Config {
  const given = Object.fromEntries(Object.keys(settings).map((name) => [name, readSetting(name, environment)]))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const {
    SIMULATORS,
    DEMO_DATA,
    SECOND_FACTOR,
    DEMO_RESET_MINUTES,
    DATA_DIR,
    PAGE_CACHE_SECONDS,
    CATALOGUE_CACHE_SECONDS,
    DRAIN_SECONDS,
    APPLE_PASS_CERTIFICATE: certificate,
    APPLE_PASS_KEY: key,
    APPLE_WWDR_CERTIFICATE: intermediate,
    GOOGLE_WALLET_ISSUER_ID: issuer_id,
    GOOGLE_WALLET_KEY: key_file,
    ...rest
  } = parsed.data
  const production = rest.NODE_ENV === 'production'
  const keys = rest.PAYSTACK_SECRET_KEY ?? rest.WAVE_API_KEY ?? rest.STRIPE_SECRET_KEY ?? rest.WAVE_PAYOUT_KEY
  const smsKeys = rest.AFRICASTALKING_API_KEY ?? rest.TWILIO_AUTH_TOKEN
  const demo = DEMO_DATA ?? !production
  const wrong: string[] = []
  if (production && SIMULATORS === true)
    wrong.push('SIMULATORS=on: simulators move no money and are not allowed in production')
  if (SIMULATORS === true && keys !== undefined)
    wrong.push('SIMULATORS=on: a payment provider’s key is also set. Remove one of the two')
  if (production && typeof DEMO_RESET_MINUTES === 'number')
    wrong.push('DEMO_RESET_MINUTES: not allowed in production, because it deletes users, bookings and money')
  if (production && rest.PUBLIC_URL === undefined)
    wrong.push('PUBLIC_URL: required in production: providers, emails and calendars lead to it')
  if (production && rest.DATABASE_URL === undefined)
    wrong.push('DATABASE_URL: required in production, because the embedded database can lose money in a power failure')
  for (const name of rotatedSecrets)
    if (rest[`${name}_PREVIOUS`] !== undefined && rest[name] === undefined)
      wrong.push(`${name}_PREVIOUS: set ${name} too`)
  if (rest.SMTP_URL !== undefined && rest.MAIL_FROM === undefined)
    wrong.push('MAIL_FROM: required when SMTP_URL is set')
  if (rest.WAVE_API_KEY !== undefined && rest.WAVE_WEBHOOK_SECRET === undefined)
    wrong.push('WAVE_WEBHOOK_SECRET: required when WAVE_API_KEY is set')
  if (rest.STRIPE_SECRET_KEY !== undefined && rest.STRIPE_WEBHOOK_SECRET === undefined)
    wrong.push('STRIPE_WEBHOOK_SECRET: required when STRIPE_SECRET_KEY is set')
  wrong.push(...wrongPayouts(rest))
  if ((rest.AFRICASTALKING_USERNAME === undefined) !== (rest.AFRICASTALKING_API_KEY === undefined))
    wrong.push('AFRICASTALKING_USERNAME, AFRICASTALKING_API_KEY: set both or neither')
  if ((rest.TWILIO_ACCOUNT_SID === undefined) !== (rest.TWILIO_AUTH_TOKEN === undefined))
    wrong.push('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN: set both or neither')
  if ((rest.FIREBASE_PROJECT_ID === undefined) !== (rest.FIREBASE_API_KEY === undefined))
    wrong.push('FIREBASE_PROJECT_ID, FIREBASE_API_KEY: set both or neither')
  const apple_keys = readKeys(wrong, () => readApple({ certificate, key, intermediate }))
  const google_keys = readKeys(wrong, () => readGoogle({ issuer_id, key_file }))
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  return {
    ...rest,
    production,
    simulators: SIMULATORS ?? (!production && keys === undefined),
    sms_simulators: SIMULATORS !== false && !production && smsKeys === undefined,
    paystack_form: rest.PAYSTACK_SECRET_KEY !== undefined && rest.PAYSTACK_PUBLIC_KEY !== undefined,
    demo,
    is_cell: rest.COUNTRIES.length < countryCodes.length,
    second_factor: SECOND_FACTOR ?? production,
    demo_reset_minutes:
      typeof DEMO_RESET_MINUTES === 'number'
        ? DEMO_RESET_MINUTES
        : demo && !production && !isLoopback(rest.HOST) && DEMO_RESET_MINUTES === undefined
          ? 30
          : undefined,
    hosted_map: hostedMapOf(rest.MAP_STYLE_URL, rest.MAP_STYLE_DARK_URL),
    page_cache_seconds: PAGE_CACHE_SECONDS ?? (production ? 10 : 0),
    catalogue_cache_seconds: CATALOGUE_CACHE_SECONDS ?? (production ? 2 : 0),
    drain_ms: (DRAIN_SECONDS ?? (production ? 5 : 0)) * 1_000,
    data_dir: resolve(DATA_DIR),
    apple_keys,
    google_keys,
  }
}

/** What is wrong with the settings of payouts. */
function wrongPayouts(
  given: Pick<
    z.output<typeof Settings>,
    | 'PAYSTACK_TRANSFERS'
    | 'PAYSTACK_SECRET_KEY'
    | 'STRIPE_CONNECT'
    | 'STRIPE_CONNECT_WEBHOOK_SECRET'
    | 'STRIPE_SECRET_KEY'
    | 'WAVE_PAYOUT_KEY'
    | 'WAVE_PAYOUT_SIGNING_SECRET'
  >,
): string[] {
  const wrong: string[] = []
  if (given.PAYSTACK_TRANSFERS && given.PAYSTACK_SECRET_KEY === undefined)
    wrong.push('PAYSTACK_TRANSFERS=on: set PAYSTACK_SECRET_KEY too')
  if (given.STRIPE_CONNECT && given.STRIPE_SECRET_KEY === undefined)
    wrong.push('STRIPE_CONNECT=on: set STRIPE_SECRET_KEY too')
  if (given.STRIPE_CONNECT_WEBHOOK_SECRET !== undefined && !given.STRIPE_CONNECT)
    wrong.push('STRIPE_CONNECT_WEBHOOK_SECRET: set STRIPE_CONNECT=on too')
  if (given.WAVE_PAYOUT_SIGNING_SECRET !== undefined && given.WAVE_PAYOUT_KEY === undefined)
    wrong.push('WAVE_PAYOUT_SIGNING_SECRET: set WAVE_PAYOUT_KEY too')
  return wrong
}

function readKeys<T>(wrong: string[], read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof WalletKeyError)) throw error
    wrong.push(error.message)
    return undefined
  }
}

function readApple(pem: Record<'certificate' | 'key' | 'intermediate', string | undefined>): AppleKeys | undefined {
  const { certificate, key, intermediate } = pem
  if (certificate !== undefined && key !== undefined && intermediate !== undefined)
    return readAppleKeys({ certificate, key, intermediate })
  if ((certificate ?? key ?? intermediate) === undefined) return undefined
  throw new WalletKeyError('APPLE_PASS_CERTIFICATE, APPLE_PASS_KEY, APPLE_WWDR_CERTIFICATE: set all three or none')
}

function readGoogle({
  issuer_id,
  key_file,
}: Record<'issuer_id' | 'key_file', string | undefined>): GoogleKeys | undefined {
  if (issuer_id !== undefined && key_file !== undefined) return readGoogleKeys(issuer_id, key_file)
  if ((issuer_id ?? key_file) === undefined) return undefined
  throw new WalletKeyError('GOOGLE_WALLET_ISSUER_ID, GOOGLE_WALLET_KEY: set both or neither')
}

/** The values of a secret that are accepted: the one in use first, then the one before it. Empty where it is not set. */
export const acceptedValues = (config: Config, name: (typeof rotatedSecrets)[number]): string[] =>
  [config[name], config[`${name}_PREVIOUS`]].filter((value) => value !== undefined)

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host)

/** The addresses of the map's style; a style of one's own without a dark one is used in both themes. */
function hostedMapOf(light: string, dark: string | undefined): Config['hosted_map'] {
  if (light === 'packed') return undefined
  if (light === 'own') return { light: '/map/light.json', dark: '/map/dark.json' }
  return { light, dark: dark ?? (light === openFreeMap.light ? openFreeMap.dark : light) }
}
