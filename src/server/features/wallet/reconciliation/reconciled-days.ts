import { day_ms, hour_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderError, type ProviderName } from '#server/providers/payments/provider.ts'

/** What is compared, day by day, and the providers that list it. `compare` throws ProviderError without a list. */
interface DailyComparison {
  days: 'reconciliations' | 'payout_reconciliations'
  providers: readonly ProviderName[]
  compare: (provider: ProviderName, from: Date, to: Date) => Promise<{ listed: number; discrepancies: unknown[] }>
}

/** A provider's list of a day may still grow for this long after midnight UTC. */
const listDelay_ms = 2 * hour_ms
/** Days missed while no server ran are reconciled later, up to this many days back. */
const lookBack_days = 7
const claimTimeout_ms = hour_ms

/** Compares each completed UTC day once per provider, in whichever process claims it first. */
export async function compareRecentDays(deps: Deps, comparison: DailyComparison): Promise<void> {
  const now = deps.clock()
  const today = Math.floor((now.getTime() - listDelay_ms) / day_ms) * day_ms
  for (const provider of comparison.providers) {
    const silent: string[] = []
    let reason = ''
    for (let back = lookBack_days; back >= 1; back -= 1) {
      const from = new Date(today - back * day_ms)
      if (!(await claimDay(deps.db, comparison, provider, from, now))) continue
      // After one failure the provider's other days wait too; their claims expire after an hour.
      if (silent.length === 0) reason = (await compareDay(deps, comparison, provider, from)) ?? ''
      if (reason !== '') silent.push(formatDay(from))
    }
    const days = silent.length > 1 ? `${silent[0]} to ${silent.at(-1)}` : silent[0]
    if (days !== undefined) deps.log.warn(`the reconciliation of ${days} waits: ${reason}`)
  }
}

/** Returns undefined on success, else why the provider returned no list. */
async function compareDay(
  deps: Deps,
  { days, compare }: DailyComparison,
  provider: ProviderName,
  from: Date,
): Promise<string | undefined> {
  try {
    const { listed, discrepancies } = await compare(provider, from, new Date(from.getTime() + day_ms))
    await deps.db
      .updateTable(days)
      .set({ finished_at: deps.clock(), listed, differences: discrepancies.length })
      .where('provider', '=', provider)
      .where('day', '=', formatDay(from))
      .execute()
    return undefined
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return error.message
  }
}

const formatDay = (at: Date): string => at.toISOString().slice(0, 10)

/** Claims a day for this process. An unfinished claim expires after an hour. */
async function claimDay(db: Db, { days }: DailyComparison, provider: string, from: Date, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - claimTimeout_ms)
  const mine = await db
    .insertInto(days)
    .values({ provider, day: formatDay(from), started_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'day'])
        .doUpdateSet({ started_at: now })
        .where(`${days}.finished_at`, 'is', null)
        .where(`${days}.started_at`, '<=', before),
    )
    .returning('day')
    .executeTakeFirst()
  return mine !== undefined
}
