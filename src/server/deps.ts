import type { Database, Db } from '#server/database/connect.ts'
import type { Replica } from '#server/database/replica.ts'
import type { ServerList } from '#server/http/server-list.ts'
import type { Geocoder } from '#server/providers/geo/geocoder.ts'
import type { IdentityProvider } from '#server/providers/identity/identity.ts'
import type { Mailer } from '#server/providers/mail/mailer.ts'
import type { PaymentProvider, ProviderName } from '#server/providers/payments/provider.ts'
import type { PayoutProvider } from '#server/providers/payouts/provider.ts'
import type { SimulatedSms, SmsProvider, SmsProviderName } from '#server/providers/sms/provider.ts'
import type { Workers } from '#server/workers/workers.ts'
import type { Config } from './config.ts'
import type { ReadOnlyMode } from './read-only.ts'

export type Log = Pick<Console, 'info' | 'warn' | 'error'>

/**
 * What later features do within the transactions of earlier ones. The feature that calls a hook declares it here by
 * `declare module`, the one that does the work names it in `features.ts`.
 */
export interface Hooks {}

/** The services that features depend on; tests pass their own. A feature declares by `declare module` what it keeps in memory. */
export interface Deps {
  db: Db
  engine: Database['engine']
  /** Throws when the database does not answer, whatever else is waiting for it. */
  probe: Database['probe']
  /** Reads in the database whether changes are taken. */
  readMode: Database['readMode']
  /** Where what may lag is read; undefined without one. */
  replica?: Replica | undefined
  /** Whether nothing can be changed now. */
  read_only: ReadOnlyMode
  /** How many statements wait for a connection. */
  waiting: Database['waiting']
  /** Copies the files of the embedded database; undefined on a server and in memory. */
  copyFiles?: Database['copyFiles'] | undefined
  /** The servers that share the database. */
  servers: ServerList
  config: Config
  clock: () => Date
  /** The public URL of this server, without a trailing slash. */
  publicUrl: () => string
  payments: Partial<Record<ProviderName, PaymentProvider>>
  /** What pays operators and branches; none where the settings do not allow it. */
  payouts: Partial<Record<ProviderName, PayoutProvider>>
  mailer: Mailer
  /** The providers of text messages that have a key, or their stand-ins. */
  sms: Partial<Record<SmsProviderName, SmsProvider>>
  /** What the stand-ins have taken; undefined without them. */
  simulated_sms?: readonly SimulatedSms[] | undefined
  /** Google and Apple login; undefined when not configured. */
  identity?: IdentityProvider | undefined
  /** IP geolocation services that the browser may call, in order of preference; none in tests. */
  ip_lookups?: readonly string[]
  /** Finds addresses that our own places do not have; undefined when not configured. */
  geocoder?: Geocoder | undefined
  workers: Workers
  hooks: Hooks
  log: Log
}
