import { sql } from 'kysely'
import {
  analyticsSteps,
  type Analytics,
  type AnalyticsStep,
  type getAnalytics as contract,
} from '#contract/desk/analytics.ts'
import type { ParsedQuery } from '#contract/endpoint.ts'
import type { Db } from '#server/database/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { listDays, toDays } from '../dashboard/periods.ts'
import { stepCounts } from './counts.ts'
import { sumSteps, type StepCount } from './rules.ts'

/** What is known of a partner's car parks, and of a branch with the car parks that it serves. */
const ofPartners: readonly AnalyticsStep[] = ['park_page', 'quote', 'booking']
const ofBranches: readonly AnalyticsStep[] = ['booking', 'cart', 'checkout', 'order']

/** The steps that are counted in a scope. */
export function listSteps({ everywhere, country_ids, partner_ids, branch_ids }: Scope): readonly AnalyticsStep[] {
  if (everywhere || country_ids.length > 0) return analyticsSteps
  const counted = [...(partner_ids.length > 0 ? ofPartners : []), ...(branch_ids.length > 0 ? ofBranches : [])]
  return analyticsSteps.filter((step) => counted.includes(step))
}

/** The counts of a period of days of UTC, of the car parks and branches in scope. Throws 422 for wrong days. */
export async function findAnalytics(
  db: Db,
  { period, country, example, ...own }: ParsedQuery<typeof contract>,
  scope: Scope,
  now: Date,
): Promise<Analytics> {
  const days = toDays(period, own, now.toISOString().slice(0, 10))
  const { rows } = await sql<StepCount & { day: string }>`
    select f.day::text as day, f.step, f.device, sum(f.count)::float8 as count
    from ${stepCounts(days, scope)} f join countries c on c.id = f.country_id
    where f.is_example = ${example === 'true'} and (${country ?? null}::text is null or c.code = ${country ?? null})
    group by 1, 2, 3`.execute(db)
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const steps = sumSteps(rows, (step) => listSteps(scope).includes(step))
  return {
    ...days,
    steps,
    days: listDays(days).map((day) => {
      const counted = sumSteps(byDay.get(day) ?? [], (step) => steps.some((candidate) => candidate.step === step))
      return { day, counts: Object.fromEntries(counted.map(({ step, count }) => [step, count])) }
    }),
  }
}
