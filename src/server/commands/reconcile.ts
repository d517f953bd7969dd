import { parseArgs } from 'node:util'
import { day_ms } from '#contract/time.ts'
import { providerNames } from '#contract/wallet/wallet.ts'
import type { Deps } from '#server/deps.ts'
import { reconcilePayouts } from '#server/features/payouts/reconcile-payouts.ts'
import { reconcile } from '#server/features/wallet/reconciliation/reconcile.ts'
import { ProviderError, type ProviderName } from '#server/providers/payments/provider.ts'
import { CommandError, readOptions, type Command } from './command.ts'

const usage = 'Usage: npm run reconcile -- --from YYYY-MM-DD --to YYYY-MM-DD [--provider NAME]'

/**
 * `npm run reconcile -- --from 2026-11-01 --to 2026-11-30 [--provider NAME]`: compares our payments with the providers'
 * lists, both ways, and then our payouts; by default yesterday's, in UTC days, both ends included. Prints new discrepancies.
 */
export const reconcileCommand: Command = {
  uses_payments: true,
  readWords: (words) => void readWords(words),
  run: async (deps, words) => {
    const { from, to, provider } = readWords(words)
    const yesterday = new Date(Math.floor(deps.clock().getTime() / day_ms - 1) * day_ms)
    const firstDay = from ?? yesterday
    const end = new Date((to ?? firstDay).getTime() + day_ms)
    if (end <= firstDay) throw new CommandError(`The --to date is before the --from date. ${usage}`)
    const output: string[] = []
    const errors: string[] = []
    try {
      for (const name of selectProviders(deps, provider)) {
        const { listed, settled, discrepancies } = await reconcile(deps, name, firstDay, end)
        for (const { reference, kind, ours, theirs } of discrepancies)
          errors.push(`${name} ${reference}: ${kind}, ours ${ours}, theirs ${theirs}`)
        output.push(`${name}: ${listed} listed, ${settled} settled, ${discrepancies.length} new discrepancies.`)
        const payouts = deps.payouts[name]
        if (payouts === undefined) continue
        const sent = await reconcilePayouts(deps, payouts, firstDay, end)
        for (const { reference, kind, ours, theirs } of sent.discrepancies)
          errors.push(`${name} ${reference}: ${kind}, ours ${ours}, theirs ${theirs}`)
        output.push(`${name}: ${sent.listed} payouts listed, ${sent.discrepancies.length} new discrepancies.`)
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      errors.push(error.message)
    }
    return { exit_code: errors.length > 0 ? 1 : 0, output: output.join('\n'), error: errors.join('\n') }
  },
}

interface Range {
  from: Date | undefined
  to: Date | undefined
  provider: string | undefined
}

function readWords(words: readonly string[]): Range {
  const { values } = readOptions(usage, () =>
    parseArgs({
      args: [...words],
      options: { from: { type: 'string' }, to: { type: 'string' }, provider: { type: 'string' } },
    }),
  )
  return { from: readDay(values.from), to: readDay(values.to), provider: values.provider }
}

/** The start of a day in UTC. */
function readDay(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const at = new Date(`${text}T00:00:00Z`)
  // Years alone and days such as 30 February are valid for Date.
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text)
    throw new CommandError(`${text} is not a valid date. ${usage}`)
  return at
}

function selectProviders({ payments }: Deps, name: string | undefined): ProviderName[] {
  const configured = providerNames.filter((provider) => payments[provider] !== undefined)
  const selected = configured.filter((provider) => name === undefined || provider === name)
  if (name !== undefined && selected.length === 0)
    throw new CommandError(`No keys are set for ${name}. Providers with keys: ${configured.join(', ') || 'none'}.`)
  return selected
}
