import { sql } from 'kysely'
import { day_ms, hour_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderError, type ProviderName } from '#server/providers/payments/provider.ts'

/** What is compared, day by day, and the providers that list it. `compare` throws ProviderError without a list. */
interface DailyComparison {
  days: 'reconciliations' | 'payout_reconciliations'
  providers: readonly ProviderName[]
  /** Days up to so many days back are compared again each week, because what they list may still change. */
  again_days?: number
  compare: (provider: ProviderName, from: Date, to: Date) => Promise<{ listed: number; discrepancies: unknown[] }>
}

/** A provider's list of a day may still grow for this long after midnight UTC. */
const listDelay_ms = 2 * hour_ms
/** So many days back are compared from the start. */
const lookBack_days = 7
/** Days missed while no server ran are compared later, up to this many days back. */
const mostMissed_days = 90
/** How long after a day was compared its list is read again, and so many of such days in one run. */
const again_ms = 7 * day_ms
const mostAgain = 20
const claimTimeout_ms = hour_ms

/** Compares each completed UTC day per provider, in whichever process claims it first. */
export async function compareRecentDays(deps: Deps, comparison: DailyComparison): Promise<void> {
  const now = deps.clock()
  const today = Math.floor((now.getTime() - listDelay_ms) / day_ms) * day_ms
  for (const provider of comparison.providers) {
    const silent: string[] = []
    let reason = ''
    for (const from of await findDays(deps.db, comparison, provider, { today, now })) {
      if (!(await claimDay(deps.db, comparison, provider, { from, now }))) continue
      // After one failure the provider's other days wait too; their claims expire after an hour.
      if (silent.length === 0) reason = (await compareDay(deps, comparison, provider, from)) ?? ''
      if (reason !== '') silent.push(formatDay(from))
    }
    const days = silent.length > 1 ? `${silent[0]} to ${silent.at(-1)}` : silent[0]
    if (days !== undefined) deps.log.warn(`the reconciliation of ${days} waits: ${reason}`)
  }
}

/** The days that may be due, oldest first: those that nobody has compared yet, and a share of those to compare again. */
async function findDays(
  db: Db,
  { days, again_days = 0 }: DailyComparison,
  provider: string,
  { today, now }: { today: number; now: Date },
): Promise<Date[]> {
  const dayAt = (back: number) => today - back * day_ms
  const known = await db
    .selectFrom(days)
    .select(['day', 'finished_at'])
    .where('provider', '=', provider)
    .where('day', '>=', formatDay(new Date(dayAt(Math.max(mostMissed_days, again_days)))))
    .orderBy('finished_at')
    .execute()
  const compared = new Map(known.map(({ day, finished_at }) => [Date.parse(day), finished_at]))
  const first = Math.max(Math.min(dayAt(lookBack_days), ...compared.keys()), dayAt(mostMissed_days))
  const missed: number[] = []
  for (let at = first; at < today; at += day_ms) if (!compared.get(at)) missed.push(at)
  const again = [...compared]
    .filter(([at, finished_at]) => at >= dayAt(again_days) && finished_at !== null && finished_at <= beforeWeek(now))
    .map(([at]) => at)
  return [...missed, ...again.slice(0, mostAgain)].toSorted((a, b) => a - b).map((at) => new Date(at))
}

const beforeWeek = (now: Date): Date => new Date(now.getTime() - again_ms)

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
      .set({
        finished_at: deps.clock(),
        listed,
        differences: sql`coalesce(differences, 0) + ${discrepancies.length}::int`,
      })
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

/** Claims a day that is due for this process. An unfinished claim expires after an hour. */
async function claimDay(
  db: Db,
  { days, again_days = 0 }: DailyComparison,
  provider: string,
  { from, now }: { from: Date; now: Date },
): Promise<boolean> {
  const before = new Date(now.getTime() - claimTimeout_ms)
  const mine = await db
    .insertInto(days)
    .values({ provider, day: formatDay(from), started_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'day'])
        .doUpdateSet({ started_at: now, finished_at: null })
        .where((row) =>
          row.or([
            row.and([row(`${days}.finished_at`, 'is', null), row(`${days}.started_at`, '<=', before)]),
            ...(again_days === 0 ? [] : [row(`${days}.finished_at`, '<=', beforeWeek(now))]),
          ]),
        ),
    )
    .returning('day')
    .executeTakeFirst()
  return mine !== undefined
}
