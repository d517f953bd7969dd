import { sql, type RawBuilder } from 'kysely'
import { countryZones } from '#contract/geography.ts'
import { team } from '#contract/settings/company.ts'

/** SQL: the zone of the times of what is for the country with this code, or for all of them (`zoneOfAudience`). */
export const audienceZone = (code: RawBuilder<unknown>): RawBuilder<string> =>
  sql`case ${code} ${sql.join(
    Object.entries(countryZones).map(([country, zone]) => sql`when ${sql.lit(country)} then ${sql.lit(zone)}`),
    sql` `,
  )} else ${sql.lit(team.zone)} end`
