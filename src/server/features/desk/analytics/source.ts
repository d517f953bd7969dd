import { sql } from 'kysely'
import { analyticsSteps, analyticsList, type AnalyticsStep } from '#contract/desk/analytics.ts'
import type { DeskQuery } from '#contract/lists/lists.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import type { Scope } from '#server/http/caller.ts'
import { stepCounts } from './counts.ts'
import { listSteps } from './queries.ts'

/**
 * The counts of each day, country and device, of what is in the scope; null for steps that it does not have. The days of the
 * query are those of UTC, so that they are the days of the rows in every time zone.
 */
function analyticsSource({ scope, query }: { scope: Scope; query: DeskQuery }): ListSource<typeof analyticsList> {
  const days = { from: query['day_from'] as string | undefined, to: query['day_to'] as string | undefined }
  const sums = analyticsSteps.map(
    (step) => sql`coalesce(sum(s.count) filter (where s.step = ${step}::text), 0)::float8 as ${sql.ref(step)}`,
  )
  const shown = listSteps(scope)
  const columns = Object.fromEntries(
    analyticsSteps.map((step) => [step, shown.includes(step) ? sql`f.${sql.ref(step)}` : sql`null::int`]),
  )
  return {
    from: sql`(
      select s.day, c.code as country, s.device, s.is_example, ${sql.join(sums)}
      from ${stepCounts(days, scope)} s join countries c on c.id = s.country_id group by 1, 2, 3, 4) f`,
    id: sql<string>`concat_ws(' ', f.day, f.country, f.device, f.is_example)`,
    columns: {
      day: sql`f.day::text`,
      country: sql`f.country`,
      device: sql`f.device`,
      ...(columns as Record<AnalyticsStep, ReturnType<typeof sql>>),
      example: sql`f.is_example`,
    },
    filters: {
      country: (code) => sql<boolean>`f.country = ${code}`,
      device: (device) => sql<boolean>`f.device = ${device}`,
      example: sql<boolean>`f.is_example`,
      day: sql<Date>`(f.day::timestamp at time zone ${query.timezone ?? 'UTC'})`,
    },
    search: (text) => ({ matches: sql<boolean>`f.day::text = ${text}` }),
    scope: { within: () => sql<boolean>`true` },
  }
}

export const analyticsDesk = [served(analyticsList, analyticsSource)]
