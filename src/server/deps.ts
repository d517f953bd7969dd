import type { Config } from '#server/config.ts'
import type { Database, Db } from '#server/database/connect.ts'
import type { LiveIndex } from '#server/features/search/live/live-index.ts'
import type { PaymentProvider, ProviderName } from '#server/providers/payments/provider.ts'
import type { IdentityProvider } from '#server/providers/identity/identity.ts'
import type { Mailer } from '#server/providers/mail/mailer.ts'
import type { Workers } from '#server/workers/workers.ts'

export type Log = Pick<Console, 'info' | 'warn' | 'error'>

/** The services that features depend on; tests pass their own. */
export type Deps = {
  db: Db
  engine: Database['engine']
  config: Config
  clock: () => Date
  /** The public URL of this server, without a trailing slash. */
  publicUrl: () => string
  payments: Partial<Record<ProviderName, PaymentProvider>>
  mailer: Mailer
  /** Google and Apple login; undefined when not configured. */
  identity?: IdentityProvider | undefined
  /** The search index of this process; it must be loaded before the server listens. */
  search: LiveIndex
  /** IP geolocation services that the browser may call, in order of preference; none in tests. */
  ip_lookups?: readonly string[]
  workers: Workers
  log: Log
}
