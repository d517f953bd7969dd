import { sql } from 'kysely'
import { parkReportList } from '#contract/bookings/desk/park-reports.ts'
import { normalizeCode } from '#contract/codes.ts'
import { isUuid } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { parkReports } from '../park-reports.ts'

/** What drivers report about car parks: mistakes, and that they could not park. */
const parkReportSource = (): ListSource<typeof parkReportList> => ({
  from: sql`${parkReports} r join parks p on p.id = r.park_id join countries c on c.id = p.country_id
    left join bookings b on b.id = r.booking_id`,
  id: sql<string>`r.id`,
  columns: {
    type: sql`r.type`,
    about: sql`r.about`,
    park: sql`coalesce(p.name, p.address, p.park_code)`,
    city: sql`p.city`,
    country: sql`c.code`,
    text: sql`r.text`,
    photo: sql`r.has_photo`,
    decision: sql`r.decision`,
    open_at_park: sql`((select count(*) from park_mistakes m where m.park_id = p.id and m.settled_at is null)
      + (select count(*) from cannot_park_reports n join bookings k on k.id = n.booking_id
          where k.park_id = p.id and n.settled_at is null))::int`,
    booking_code: sql`b.booking_code`,
    refunded: { minor: sql`b.refunded_minor`, currency: sql<string>`b.currency` },
    created_at: sql`r.created_at`,
    settled_at: sql`r.settled_at`,
  },
  filters: {
    type: (type) => sql<boolean>`r.type = ${type}`,
    about: (about) => sql<boolean>`r.about = ${about}`,
    country: (code) => sql<boolean>`c.code = ${code}`,
    park: (text) =>
      isUuid(text)
        ? sql<boolean>`p.id = ${text}::uuid`
        : sql<boolean>`(p.name ilike ${containsPattern(text)} or p.park_code = ${normalizeCode(text)})`,
    photo: sql<boolean>`r.has_photo`,
    decision: (decision) => sql<boolean>`r.decision = ${decision}`,
    created: sql<Date>`r.created_at`,
  },
  state: sql<string>`case when r.settled_at is null then 'open' else 'resolved' end`,
  search: (text) => ({
    exact: sql<boolean>`b.booking_code = ${normalizeCode(text)}`,
    matches: sql<boolean>`(${hasWords([sql`r.text`, sql`p.name`], text)}
      or p.park_code = ${normalizeCode(text)} or b.booking_code = ${normalizeCode(text)})`,
  }),
  scope: 'everywhere',
})

export const parkReportsDesk = [served(parkReportList, parkReportSource)]
