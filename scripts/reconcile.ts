/**
 * Compares our top-ups with what the payment providers list, both ways: `npm run reconcile -- --from 2026-11-01 --to
 * 2026-11-30`, with `--provider paystack` for one of them; by default yesterday, in UTC days, both ends included. Settles
 * pending top-ups that were paid, prints each new discrepancy, and exits with 1 if there is any.
 */
import { parseArgs } from 'node:util'
import { providerNames } from '#contract/wallet.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { DatabaseInUse } from '#server/database/lock.ts'
import { LiveIndex } from '#server/features/search/live/live-index.ts'
import { openDatabase } from '#server/database/open.ts'
import { reconcile } from '#server/features/wallet/reconciliation/reconcile.ts'
import { createPayments } from '#server/providers/payments/create.ts'
import { ProviderError, type ProviderName } from '#server/providers/payments/provider.ts'
import { createWorkers } from '#server/workers/workers.ts'

/** A usage error; only its message is printed. */
class UsageError extends Error {}

const day_ms = 86_400_000
const usage = 'Usage: npm run reconcile -- --from YYYY-MM-DD --to YYYY-MM-DD [--provider NAME]'

function readDay(text: string | undefined, otherwise: string): Date {
  const at = new Date(`${text ?? otherwise}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text ?? otherwise) || Number.isNaN(at.getTime()))
    throw new UsageError(`${text} is not a valid date. ${usage}`)
  return at
}

function readOptions(configured: readonly ProviderName[]): {
  from: Date
  to: Date
  providers: readonly ProviderName[]
} {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, provider: { type: 'string' } },
  })
  const yesterday = new Date(Date.now() - day_ms).toISOString().slice(0, 10)
  const from = readDay(values.from, yesterday)
  const to = new Date(readDay(values.to, values.from ?? yesterday).getTime() + day_ms)
  if (to <= from) throw new UsageError(`The --to date is before the --from date. ${usage}`)
  if (values.provider === undefined) return { from, to, providers: configured }
  const selected = configured.find((name) => name === values.provider)
  if (selected === undefined)
    throw new UsageError(
      `No keys are set for ${values.provider}. Providers with keys: ${configured.join(', ') || 'none'}.`,
    )
  return { from, to, providers: [selected] }
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (config.simulators)
    throw new UsageError(
      'Payments use local simulators, which keep nothing after the server stops. Set the providers’ keys.',
    )
  const { providers } = await createPayments(config)
  const configured = providerNames.filter((name) => providers[name] !== undefined)
  const options = readOptions(configured)
  const database = await openDatabase(config)
  // Discrepancies are printed below and would otherwise appear twice.
  const log = { ...console, error: () => undefined }
  try {
    const mailer = { send: async () => undefined, close: async () => undefined }
    const services = { clock: () => new Date(), publicUrl: () => config.PUBLIC_URL ?? '', mailer, log }
    const deps = {
      ...database,
      ...services,
      config,
      payments: providers,
      search: new LiveIndex(),
      workers: createWorkers(),
    }
    for (const provider of options.providers) {
      const { listed, settled, discrepancies } = await reconcile(deps, provider, options.from, options.to)
      for (const { reference, kind, ours, theirs } of discrepancies)
        console.error(`${provider} ${reference}: ${kind}, ours ${ours}, theirs ${theirs}`)
      console.info(`${provider}: ${listed} listed, ${settled} settled, ${discrepancies.length} new discrepancies.`)
      if (discrepancies.length > 0) process.exitCode = 1
    }
  } finally {
    await database.close()
  }
}

try {
  await main()
} catch (error) {
  const isExpected = [UsageError, ConfigError, DatabaseInUse, ProviderError].some((kind) => error instanceof kind)
  console.error(isExpected ? (error as Error).message : error)
  process.exitCode = 1
}
