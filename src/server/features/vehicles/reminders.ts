import { sql, type RawBuilder } from 'kysely'
import { formatRelativeDays } from '#contract/dates.ts'
import { formatFullDay } from '#contract/days.ts'
import { documentKinds, findDocumentOfPaper } from '#contract/documents/document-rules.ts'
import { countryCodes, countryIds, countryZones } from '#contract/geography.ts'
import { pagePath } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { reminderDays, type PaperKind } from '#contract/vehicles/vehicles.ts'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { defineMails, queueMail } from '#server/features/accounts/mail/mail-kinds.ts'
import { findMailPreferences } from '#server/features/accounts/mail/mail-preferences.ts'
import { accountLocale, translate } from '#server/output/translate.ts'
import { getLocalDay, daysBetween } from './rules.ts'

/** A document whose reminder is due; `days` is the entry of `reminderDays`. */
interface DuePaper {
  user_id: string
  email: string
  language: Language
  country_code: CountryCode
  vehicle_id: string
  plate: string
  /** Country of registration. */
  registered_in: string
  kind: PaperKind
  expires_on: string
  days: number
}

/** The drivers of a country whose documents expire soon, on a local day. */
const dueDrivers = (country_code: CountryCode, day: string): Queue<{ user_id: string }> => ({
  name: 'vehicle_reminders',
  find: async ({ db }, { limit, isReady }) => {
    const { rows } = await sql<{ user_id: string }>`select due.user_id from (${selectDuePapers(country_code, day)}) due
      where ${isReady(sql.ref('due.user_id'))} group by 1 order by 1 limit ${limit}`.execute(db)
    return rows
  },
  keyOf: ({ user_id }) => user_id,
  work: (deps, { user_id }, now) =>
    transact(deps.db, async (tx) => {
      const { rows } = await sql<DuePaper>`select due.* from (${selectDuePapers(country_code, day)}) due
        where due.user_id = ${user_id} order by due.expires_on, due.created_at, due.kind`.execute(tx)
      return rows.length > 0 && mailReminder(tx, deps, rows, day, now)
    }),
})

/**
 * Mails drivers whose documents expire soon, once for each of `reminderDays`, one mail a day. Reminders that were past
 * when the document was saved are skipped; those missed during downtime are caught up. Returns the number of mails.
 */
export async function mailDueReminders(deps: Deps): Promise<number> {
  let mails = 0
  for (const country_code of countryCodes) {
    const { day, is_mailing_time } = getLocalDay(countryZones[country_code], deps.clock())
    if (is_mailing_time) mails += await workThrough(deps, dueDrivers(country_code, day))
  }
  return mails
}

const selectDuePapers = (country_code: CountryCode, day: string): RawBuilder<DuePaper> => sql<DuePaper>`
    select u.id as user_id, u.email, u.language, ${country_code}::text as country_code, v.id as vehicle_id, v.plate,
      v.country_code as registered_in,
      p.kind, p.expires_on::text, due.days, v.created_at
    from vehicles v
      join users u on u.id = v.user_id
      left join mail_wishes w on w.user_id = u.id
      cross join lateral jsonb_to_recordset(v.papers) as p (kind text, expires_on date)
      cross join lateral (
        select min(days) as days from unnest(${[...reminderDays]}::int[]) as days where days >= p.expires_on - ${day}::date
      ) due
    where v.papers <> '[]' and u.country_id = ${countryIds[country_code]} and u.erased_at is null
      and u.email_verified_at is not null and coalesce(w.reminders, true)
      and p.expires_on between ${day}::date and ${day}::date + ${Math.max(...reminderDays)}::int
      and p.expires_on - (v.papers_at at time zone ${countryZones[country_code]})::date >= due.days
      and not exists (
        select from paper_reminders r
        where r.vehicle_id = v.id and r.kind = p.kind and r.expires_on = p.expires_on and r.days = due.days
      )
`

/** Queues a mail for the reminders that no other process has recorded; returns whether there were any. */
async function mailReminder(tx: Tx, deps: Deps, due: readonly DuePaper[], day: string, now: Date): Promise<boolean> {
  const { user_id, email, language, country_code } = due[0]!
  const { reminders, unsubscribe_url } = await findMailPreferences(tx, deps, user_id)
  if (!reminders) return false
  const vehicles = await tx.selectFrom('vehicles').select('id').where('user_id', '=', user_id).forKeyShare().execute()
  const vehicleIds = new Set(vehicles.map(({ id }) => id))
  const rows = due
    .filter(({ vehicle_id }) => vehicleIds.has(vehicle_id))
    .map(({ vehicle_id, kind, expires_on, days }) => ({ vehicle_id, kind, expires_on, days, sent_at: now }))
  if (rows.length === 0) return false
  const recorded = await tx
    .insertInto('paper_reminders')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['vehicle_id', 'kind'])
    .execute()
  const recordedKeys = new Set(recorded.map(({ vehicle_id, kind }) => `${vehicle_id} ${kind}`))
  const papers = due.filter(({ vehicle_id, kind }) => recordedKeys.has(`${vehicle_id} ${kind}`))
  if (papers.length === 0) return false
  const kind = papers.length === 1 ? 'document_expires' : 'documents_expire'
  const locale = accountLocale(language, country_code)
  const data = { papers, country_code, day, unsubscribe_url }
  await queueMail(tx, reminderMails, { kind, to: email, locale, base: deps.publicUrl(), data }, now)
  return true
}

interface ReminderMailData {
  /** The first to expire is in the subject. */
  papers: readonly Pick<DuePaper, 'vehicle_id' | 'plate' | 'registered_in' | 'kind' | 'expires_on'>[]
  country_code: CountryCode
  /** The day in the country. */
  day: string
  unsubscribe_url: string
}

export const reminderMails = defineMails<ReminderMailData>()({
  section: 'reminders',
  recipient: 'the owner of the vehicle',
  event: 'documents_expire',
  kinds: {
    document_expires: {
      cause: 'a document of a saved vehicle expires soon',
      preference: 'reminders',
      subject: 'subject',
      title: 'title',
    },
    documents_expire: {
      cause: 'several documents of saved vehicles expire soon',
      preference: 'reminders',
      subject: 'subject_more',
      title: 'title',
    },
  },
  toParams: ({ papers: [first], day }, { locale }) => ({
    paper: translate(locale, `vehicles.papers.${first!.kind}`),
    plate: first!.plate,
    when: formatRelativeDays(daysBetween(day, first!.expires_on), locale),
  }),
  write: (_kind, { papers, country_code, unsubscribe_url }, { locale, base, tShared: t }) => ({
    unsubscribe_url,
    blocks: [
      { kind: 'text', text: t('intro') },
      {
        kind: 'facts',
        rows: papers.map(({ plate, kind, expires_on }) => [
          `${plate} · ${translate(locale, `vehicles.papers.${kind}`)}`,
          formatFullDay(expires_on, locale),
        ]),
      },
      ...(country_code === 'NG' ? listRenewals(papers, base) : []).map(({ plate, url }, _index, all) => ({
        kind: 'button' as const,
        label: all.length === 1 ? t('renew') : t('renew_for', { plate }),
        url,
      })),
      { kind: 'note', text: t('renewed', { url: base + pagePath('profile') }) },
    ],
  }),
})

/** For each vehicle that is registered in Nigeria, the form of a request that is filled in with what expires. */
function listRenewals(papers: ReminderMailData['papers'], base: string): { plate: string; url: string }[] {
  const nigerian = papers.filter(({ registered_in }) => registered_in === 'NG')
  return [...Map.groupBy(nigerian, ({ vehicle_id }) => vehicle_id)].flatMap(([vehicle, all]) => {
    const expiring = all.map(({ kind }) => findDocumentOfPaper(kind))
    const documents = documentKinds.filter((kind) => expiring.includes(kind)).join(',')
    if (documents === '') return []
    const query = new URLSearchParams({ vehicle, documents })
    return [{ plate: all[0]!.plate, url: `${base}${pagePath('vehicle-docs-renewal')}?${query}` }]
  })
}
