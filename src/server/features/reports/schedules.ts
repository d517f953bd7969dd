import { sql } from 'kysely'
import { formatShortDay } from '#contract/days.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Locale } from '#contract/formats.ts'
import { areaOf, headingKey } from '#contract/lists/list-facts.ts'
import type { DeskQuery } from '#contract/lists/lists.ts'
import type { ReportSum } from '#contract/lists/reports.ts'
import { formatMoney } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import { pagePath } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import {
  mostSchedules,
  type createReportSchedule,
  type ReportSchedule,
  type ScheduleFrequency,
} from '#contract/reports/desk/schedules.ts'
import { wallDay } from '#contract/wall-clock.ts'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { signatureOf } from '#server/features/access/contacts.ts'
import { readAccess } from '#server/features/access/roles.ts'
import { defineMails, queueMails, type Letter } from '#server/features/accounts/mail/mail-kinds.ts'
import { createAttachment, nameFile } from '#server/features/lists/export-files.ts'
import { minuteOf } from '#server/features/lists/served.ts'
import { sumRows } from '#server/features/lists/totals.ts'
import type { Access } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { whenDue, type Due } from '#server/jobs.ts'
import { accountLocale, translate } from '#server/output/translate.ts'
import { coveredDays, lastSendingDay, nextSendingDay } from './schedule-days.ts'
import type { ServedReport } from './serve-totals.ts'

/** The hour of the morning at which reports are sent. */
const sendingHour = 6

interface MailedReport {
  report: ServedReport['list']
  every: ScheduleFrequency
  /** The days that it covers; of a report without a period, the one on which it was written. */
  days: { from: string; to: string }
  sums: readonly ReportSum[]
  path: string
  /** Undefined where it is too large for an email. */
  file: { name: string; content: Buffer } | undefined
}

export const scheduleMails = defineMails<MailedReport>()({
  section: 'report_mails',
  recipient: 'staff whom a colleague has chosen and who may see the report',
  event: 'reports',
  kinds: { report: { cause: 'a report is due by its schedule' } },
  toParams: ({ report, days }, { locale }) => ({
    report: titleOf(report, locale),
    days: writeDays(days, locale),
  }),
  write: (_kind, { report, sums, path, file }, { base, locale, t }) => ({
    file,
    blocks: [
      { kind: 'text', text: t(sums.length === 0 ? 'nothing' : 'intro') },
      { kind: 'text', text: t(file === undefined ? 'too_large' : 'attached') },
      ...sums.map((sum) => ({ kind: 'facts' as const, rows: listSums(report, sum, locale) })),
      { kind: 'button', label: t('open'), url: `${base}${pagePath('desk')}/${path}` },
      { kind: 'note', text: t('why') },
    ],
  }),
})

const titleOf = ({ name }: ServedReport['list'], locale: Locale): string =>
  translate(locale, `desk.lists.${areaOf(name)}.title` as 'desk.state')

const writeDays = ({ from, to }: { from: string; to: string }, locale: Locale): string =>
  from === to ? formatShortDay(from, locale) : `${formatShortDay(from, locale)} – ${formatShortDay(to, locale)}`

/** The sums of a report in one currency, in words. */
function listSums(report: ServedReport['list'], sum: ReportSum, locale: Locale): [string, string][] {
  const { currency } = sum
  return [
    // Where the rows of the file are sums themselves, this is another number than theirs.
    ...(report.report.rows === undefined
      ? [[translate(locale, 'desk.report.rows'), formatNumber(sum.rows, locale)] satisfies [string, string]]
      : []),
    ...report.report.sums
      .filter((name) => report.columns[name]?.extra !== true)
      .map((name): [string, string] => {
        const value = sum.values[name] ?? 0
        const isMoney = report.columns[name]?.kind === 'money' && currency !== null
        return [
          translate(locale, headingKey(report.name, name) as 'desk.state'),
          isMoney ? formatMoney(value, currency, locale) : formatNumber(value, locale),
        ]
      }),
  ]
}

interface ScheduleRow {
  id: string
  report: string
  every: ScheduleFrequency
  format: 'csv' | 'xlsx'
  filters: Record<string, string>
  timezone: string
  next_at: Date
  sent_at: Date | null
}

const findReport = (reports: readonly ServedReport[], name: string): ServedReport | undefined =>
  reports.find(({ list }) => list.name === name)

/** SQL: the instant at which a schedule sends on a day. */
const sendingAt = (day: string, timezone: string) =>
  sql<Date>`((${day}::date + make_interval(hours => ${sendingHour})) at time zone ${timezone})`

/** People of the desk, by name, who may see a report. */
async function findViewers(db: Db | Tx, report: ServedReport): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, ${signatureOf('u')} as name
    from users u where u.erased_at is null and u.disabled_at is null and u.id in (
      select a.user_id from role_assignments a join role_permissions p on p.role_id = a.role_id
      where p.permission = ${report.list.permission}
      union select a.user_id from role_assignments a join roles r on r.id = a.role_id where r.code = 'admin')
    order by 2, 1 limit 500`.execute(db)
  return rows
}

/** Returns the schedules of a report, and who may see it. Throws `not_found` for no report. */
export async function findSchedules(
  db: Db | Tx,
  reports: readonly ServedReport[],
  name: string,
  access: Access,
): Promise<{ items: ReportSchedule[]; people: { id: string; name: string }[] }> {
  const report = findReport(reports, name)
  if (report === undefined || !access.has(report.list.permission)) throw new AppError('not_found')
  const people = await findViewers(db, report)
  const { rows } = await sql<ScheduleRow & { people: { id: string; name: string }[] }>`
    select s.*, (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id,
        'name', coalesce(${signatureOf('u')}, '')) order by u.id), '[]')
      from report_recipients r join users u on u.id = r.user_id where r.schedule_id = s.id) as people
    from report_schedules s where s.report = ${name} order by s.created_at`.execute(db)
  return {
    people,
    items: rows.map(({ id, every, format, filters, timezone, next_at, sent_at, people: chosen }) => ({
      id,
      report: name,
      every,
      format,
      filters,
      timezone,
      people: chosen.map((person) => ({ ...person, may_see: people.some((viewer) => viewer.id === person.id) })),
      next_at: next_at.toISOString(),
      sent_at: sent_at?.toISOString() ?? null,
    })),
  }
}

/** Adds a schedule. Throws 422 for filters that the report does not have, and for people who may not see it. */
export async function createSchedule(
  tx: Tx,
  reports: readonly ServedReport[],
  { report: name, every, format, filters, timezone = 'UTC', people }: ParsedBody<typeof createReportSchedule>,
  { user_id, access, now }: { user_id: string; access: Access; now: Date },
): Promise<{ answer: { items: ReportSchedule[] }; changes: AuditedChange[] }> {
  const report = findReport(reports, name)
  if (report === undefined || !access.has(report.list.permission)) throw new AppError('not_found')
  const { period } = report.list.report
  const parsed = report.list.totals.query?.safeParse({ ...filters, timezone })
  if (parsed?.success !== true || Object.keys(filters).some((key) => key.startsWith(`${period}_`)))
    throw fieldError('filters', 'invalid')
  const viewers = new Set((await findViewers(tx, report)).map(({ id }) => id))
  if (people.some((id) => !viewers.has(id))) throw fieldError('people', 'invalid')
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from report_schedules`.execute(tx)
  if (counted[0]!.count >= mostSchedules) throw fieldError('report', 'schedules_too_many')
  const id = newId(now.getTime())
  const day = nextSendingDay(every, wallDay(now, timezone))
  await sql`
    insert into report_schedules (id, report, every, format, filters, timezone, created_by, created_at, next_at)
    values (${id}, ${name}, ${every}, ${format}, ${JSON.stringify(filters)}, ${timezone}, ${user_id}, ${now},
      ${sendingAt(day, timezone)})`.execute(tx)
  await tx
    .insertInto('report_recipients')
    .values([...new Set(people)].map((recipient) => ({ schedule_id: id, user_id: recipient })))
    .execute()
  const { items } = await findSchedules(tx, reports, name, access)
  const after = { report: name, every, format, filters, people: people.length }
  return { answer: { items }, changes: [{ kind: 'report_schedule', id, after }] }
}

/** Removes a schedule. Throws `not_found`. */
export async function deleteSchedule(tx: Tx, id: string): Promise<AuditedChange[]> {
  const before = await tx
    .deleteFrom('report_schedules')
    .where('id', '=', id)
    .returning(['report', 'every'])
    .executeTakeFirst()
  if (before === undefined) throw new AppError('not_found')
  return [{ kind: 'report_schedule', id, before }]
}

/** The schedules that are due. Each is sent in the transaction that moves it on, so that nobody gets a report twice. */
export const createScheduleQueue = (reports: readonly ServedReport[]): Queue<{ id: string }> => ({
  name: 'report_schedules',
  find: async ({ db }, { now, limit, isReady }) => {
    const { rows } = await sql<{ id: string }>`select s.id from report_schedules s
      where s.next_at <= ${now}::timestamptz and ${isReady(sql`s.id::text`)} order by s.next_at limit ${limit}`.execute(
      db,
    )
    return rows
  },
  keyOf: ({ id }) => id,
  work: async (deps, { id }, now) => {
    const letters = await writeLetters(deps, reports, id, now)
    return transact(deps.db, (tx) => sendReport(tx, id, letters, now))
  },
})

export const schedulesDue: Due = () =>
  whenDue('report_schedules', { from: sql`report_schedules s`, key: sql`s.id`, when: sql`s.next_at` })

export const sendReports = (reports: readonly ServedReport[]) => (deps: Deps) =>
  workThrough(deps, createScheduleQueue(reports))

type ReportLetter = Letter<'report', MailedReport>

/** Queues what was written for a schedule and moves it on, unless another process has done so meanwhile. */
async function sendReport(tx: Tx, id: string, letters: readonly ReportLetter[], now: Date): Promise<boolean> {
  const { rows } = await sql<ScheduleRow>`
    select * from report_schedules where id = ${id} and next_at <= ${now}::timestamptz for update skip locked`.execute(
    tx,
  )
  const schedule = rows[0]
  if (schedule === undefined) return false
  const { every, timezone } = schedule
  await queueMails(tx, scheduleMails, letters, now)
  await sql`update report_schedules set sent_at = ${now},
    next_at = ${sendingAt(nextSendingDay(every, wallDay(now, timezone)), timezone)} where id = ${id}`.execute(tx)
  return true
}

/** Writes a report to each of its people who may see it now: what they may see of it. */
async function writeLetters(
  deps: Deps,
  reports: readonly ServedReport[],
  id: string,
  now: Date,
): Promise<ReportLetter[]> {
  const { db } = deps
  const { rows } = await sql<ScheduleRow>`select * from report_schedules where id = ${id}`.execute(db)
  const schedule = rows[0]
  const report = schedule && findReport(reports, schedule.report)
  if (report === undefined) return []
  const { every, filters, format, timezone } = schedule!
  const { rows: people } = await sql<{ id: string; email: string; language: Language; country_code: CountryCode }>`
    select u.id, u.email, u.language, c.code as country_code
    from report_recipients r join users u on u.id = r.user_id join countries c on c.id = u.country_id
    where r.schedule_id = ${id} and u.erased_at is null and u.disabled_at is null order by u.id`.execute(db)
  const { list } = report
  const { period } = list.report
  const today = wallDay(now, timezone)
  // After a long pause, what is due last is sent, and not what was missed.
  const days = period === undefined ? undefined : coveredDays(every, lastSendingDay(every, today))
  const narrowed = { ...filters, ...(days && { [`${period}_from`]: days.from, [`${period}_to`]: days.to }) }
  const letters: ReportLetter[] = []
  for (const person of people) {
    const { access } = await readAccess(db, person.id)
    const scope = access.get(list.permission)
    if (scope === undefined) continue
    const { language } = person
    const locale = accountLocale(language, person.country_code)
    const query: DeskQuery = { ...narrowed, timezone, page: 1, sort: list.sort, format }
    const source = await report.source({ db, scope, language, access, now: minuteOf(now), read_at: now, query })
    const content = await createAttachment(deps, { list, source, query, scope, locale })
    const path = `${list.name}?${new URLSearchParams({ ...narrowed, save: format })}`
    const file = content && { name: nameFile(list, format, now), content }
    const sums = await sumRows(db, list, source, query, { scope })
    const data = { report: list, every, days: days ?? { from: today, to: today }, sums, path, file }
    letters.push({ kind: 'report', to: person.email, locale, base: deps.publicUrl(), data })
  }
  return letters
}
