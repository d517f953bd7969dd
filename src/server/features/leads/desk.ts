import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { leadList } from '#contract/leads/desk.ts'
import { hasPhone } from '#server/features/lists/phones.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'

/** What visitors sent from the forms of the site. */
const leadSource = (): ListSource<typeof leadList> => ({
  from: sql`leads l left join demo_slots d on d.lead_id = l.id left join lead_files f on f.lead_id = l.id`,
  id: sql<string>`l.id`,
  columns: {
    reference: sql`l.reference`,
    kind: sql`l.kind`,
    name: sql`l.name`,
    email: sql`l.email`,
    phone: sql`l.phone`,
    message: sql`left(l.message, 300)`,
    language: sql`l.language`,
    country: sql`l.country_code`,
    has_account: sql`l.user_id is not null`,
    has_file: sql`f.lead_id is not null`,
    demo_at: sql`d.starts_at`,
    created_at: sql`l.created_at`,
    changed_at: sql`l.changed_at`,
  },
  filters: {
    kind: (kind) => sql<boolean>`l.kind = ${kind}`,
    language: (language) => sql<boolean>`l.language = ${language}`,
    file: sql<boolean>`(f.lead_id is not null)`,
    created: sql<Date>`l.created_at`,
  },
  state: sql<string>`l.state`,
  search: (text) => {
    return {
      exact: sql<boolean>`l.reference = ${normalizeCode(text)}`,
      matches: sql<boolean>`(l.reference = ${normalizeCode(text)} or ${hasWords([sql`l.reference`, sql`l.name`, sql`l.email`, sql`l.message`, sql`l.details::text`], text)} or ${hasPhone(sql`l.phone`, text)})`,
    }
  },
  scope: 'everywhere',
})

export const leadsDesk = [served(leadList, leadSource)]
