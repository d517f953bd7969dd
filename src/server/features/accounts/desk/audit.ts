import { sql } from 'kysely'
import { auditList } from '#contract/accounts/desk/audit.ts'
import { containsPattern } from '#server/database/like.ts'
import { served, type Reader } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { findActions, isNamed, recordName } from './audit-names.ts'

/** The audit log; a person who has left is shown by role only. */
const auditSource = ({ access, language }: Pick<Reader, 'access' | 'language'>): ListSource<typeof auditList> => {
  // Addresses of colleagues are for those who may see them at some place.
  const email = access.has('employees.contacts') ? sql<string | null>`u.email` : sql<string | null>`null::text`
  const person = sql<string | null>`coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), ${email})`
  return {
    from: sql`audit_log a left join users u on u.id = a.user_id and u.erased_at is null`,
    id: sql<string>`a.id`,
    columns: {
      at: sql`a.at`,
      person,
      email,
      role: sql`(select r.${sql.ref(language === 'fr' ? 'name_fr' : 'name')} from roles r where r.code = a.role)`,
      action: sql`a.action`,
      kind: sql`a.kind`,
      record: sql`a.record_id`,
      name: recordName(language),
      before: sql`a.before::text`,
      after: sql`a.after::text`,
      permission: sql`a.permission`,
      request: sql`a.request_id`,
      network: sql`a.network`,
    },
    filters: {
      person: (text) =>
        sql<boolean>`(${person} ilike ${containsPattern(text)} or ${email} ilike ${containsPattern(text)})`,
      kind: (kind) => sql<boolean>`a.kind = ${kind}`,
      record: (text) => sql<boolean>`(a.record_id = ${text} or ${isNamed(text)})`,
      at: sql<Date>`a.at`,
    },
    search: (text) => ({
      matches: sql<boolean>`(${hasWords([person, email], text)} or a.action = any(${findActions(text)}::text[])
      or a.action = ${text} or a.record_id = ${text} or a.request_id = ${text} or ${isNamed(text)})`,
    }),
    scope: { partner: sql`a.partner_id`, branch: sql`a.branch_id` },
  }
}

export const auditDesk = [served(auditList, auditSource)]
