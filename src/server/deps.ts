import type { Config } from '#server/config.ts'
import type { Database, Db } from '#server/database/connect.ts'
import type { LiveIndex } from '#server/features/search/live/live-index.ts'
import type { PaymentProvider, ProviderName } from '#server/providers/payments/provider.ts'
import type { IdentityProvider } from '#server/providers/identity/identity.ts'
import type { Mailer } from '#server/providers/mail/mailer.ts'

export type Log = Pick<Console, 'info' | 'warn' | 'error'>

/** What the outside world looks like to the features; tests give their own. */
export type Deps = {
  db: Db
  engine: Database['engine']
  config: Config
  clock: () => Date
  /** Where drivers reach this server, without a slash at the end. */
  publicUrl: () => string
  payments: Partial<Record<ProviderName, PaymentProvider>>
  mailer: Mailer
  /** Google and Apple; undefined where they are not set up. */
  identity?: IdentityProvider | undefined
  /** The search index of this process; it must be loaded before the server listens. */
  search: LiveIndex
  /** The services that tell a browser where it is, in their order; none in tests. */
  ip_lookups?: readonly string[]
  log: Log
}
