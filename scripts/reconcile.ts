/**
 * Compares our top-ups with what the payment providers list, both ways: `npm run reconcile -- --from 2026-11-01 --to
 * 2026-11-30`, with `--provider paystack` for one of them; yesterday unless told, days in UTC, the last one included.
 * Settles what was paid and waits here, prints each discrepancy, and exits with 1 when there is one that nobody knew.
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

/** A refusal whose message is the whole answer. */
class Refused extends Error {}

const day_ms = 86_400_000
const usage = 'Usage: npm run reconcile -- --from YYYY-MM-DD --to YYYY-MM-DD [--provider NAME]'

function readDay(text: string | undefined, otherwise: string): Date {
  const at = new Date(`${text ?? otherwise}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text ?? otherwise) || Number.isNaN(at.getTime()))
    throw new Refused(`${text} is not a valid date. ${usage}`)
  return at
}

function readQuestion(known: readonly ProviderName[]): { from: Date; to: Date; providers: readonly ProviderName[] } {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, provider: { type: 'string' } },
  })
  const yesterday = new Date(Date.now() - day_ms).toISOString().slice(0, 10)
  const from = readDay(values.from, yesterday)
  const to = new Date(readDay(values.to, values.from ?? yesterday).getTime() + day_ms)
  if (to <= from) throw new Refused(`The --to date is before the --from date. ${usage}`)
  if (values.provider === undefined) return { from, to, providers: known }
  const wanted = known.find((name) => name === values.provider)
  if (wanted === undefined)
    throw new Refused(`No keys are set for ${values.provider}. Providers with keys: ${known.join(', ') || 'none'}.`)
  return { from, to, providers: [wanted] }
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (config.simulators)
    throw new Refused(
      'Payments use local simulators, which keep nothing after the server stops. Set the providers’ keys.',
    )
  const { providers } = await createPayments(config)
  const known = providerNames.filter((name) => providers[name] !== undefined)
  const question = readQuestion(known)
  const database = await openDatabase(config)
  // What is found is printed below: the log would say it twice.
  const log = { ...console, error: () => undefined }
  try {
    const mailer = { send: async () => undefined, close: async () => undefined }
    const here = { clock: () => new Date(), publicUrl: () => config.PUBLIC_URL ?? '', mailer, log }
    const deps = { ...database, ...here, config, payments: providers, search: new LiveIndex() }
    for (const provider of question.providers) {
      const { listed, settled, discrepancies } = await reconcile(deps, provider, question.from, question.to)
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
  const isTold = [Refused, ConfigError, DatabaseInUse, ProviderError].some((kind) => error instanceof kind)
  console.error(isTold ? (error as Error).message : error)
  process.exitCode = 1
}
