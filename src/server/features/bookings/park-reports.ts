import { sql } from 'kysely'
import { mostReportedParks, type mapParkReports, type ParkReport } from '#contract/bookings/desk/park-reports.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import { pagePath } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { defineMails, queueMail } from '#server/features/accounts/mail/mail-kinds.ts'
import { labelColumns, labelRow, type LabelRow } from '#server/features/parks/label.ts'
import { AppError } from '#server/http/errors.ts'
import { toFileExtension } from '#server/output/photos.ts'
import { decideReport, type ReportDecision } from './lifecycle/decide-report.ts'

/**
 * Reported mistakes and bookings whose driver could not park, as one relation. A booking's report has the booking's id.
 * `email` is where a reporter wants to read the outcome.
 */
export const parkReports = sql`(
  select m.id, 'mistake' as type, m.kind as about, m.body as text, m.park_id, null::uuid as booking_id, null::uuid as moved_to,
    false as has_photo, null::text as decision, m.email, m.language, m.created_at, m.settled_at, m.outcome
  from park_mistakes m
  union all
  select r.booking_id, 'cannot_park', r.reason, r.note, b.park_id, r.booking_id, r.moved_to,
    f.booking_id is not null, r.decision, null, null, r.created_at, r.settled_at, r.outcome
  from cannot_park_reports r join bookings b on b.id = r.booking_id left join cannot_park_photos f on f.booking_id = r.booking_id)`

type ReportRow = LabelRow & {
  id: string
  title: string
  type: ParkReport['type']
  about: string
  text: string | null
  park_id: string
  slug: string
  city: string | null
  lat: number
  lng: number
  open_at_park: number
  reports_at_park: number
  booking_code: string | null
  status: string | null
  refunded_minor: bigint | null
  currency: Currency | null
  moved_to: string | null
  has_photo: boolean
  decision: ParkReport['decision']
  email: string | null
  language: Language | null
  created_at: Date
  settled_at: Date | null
  outcome: string | null
}

async function getRow(db: Db | Tx, id: string): Promise<ReportRow> {
  const { rows } = await sql<ReportRow>`
    select r.id, r.type, r.about, r.text, r.park_id, p.slug, coalesce(p.name, p.address, p.park_code) as title, ${labelColumns}, p.city, p.lat, p.lng,
      (select count(*)::int from ${parkReports} o where o.park_id = r.park_id and o.settled_at is null) as open_at_park,
      (select count(*)::int from ${parkReports} o where o.park_id = r.park_id) as reports_at_park,
      b.booking_code, b.status, b.refunded_minor, b.currency, n.booking_code as moved_to, r.has_photo, r.decision, r.email, r.language,
      r.created_at, r.settled_at, r.outcome
    from ${parkReports} r join parks p on p.id = r.park_id
      left join bookings b on b.id = r.booking_id left join bookings n on n.id = r.moved_to
    where r.id = ${id}`.execute(db)
  if (rows[0] === undefined) throw new AppError('not_found')
  return rows[0]
}

/** The money of a report that staff decided on has moved, so that it stays resolved. */
function listActions({ decision, settled_at }: ReportRow): string[] {
  if (decision === 'waiting') return ['accept', 'refuse']
  if (settled_at === null) return ['resolve']
  return decision === null ? ['reopen'] : []
}

function toReport(row: ReportRow): ParkReport {
  const {
    slug: _slug,
    park_name: _name,
    park_near: _near,
    park_address: _address,
    park_city: _city,
    title,
    status,
    refunded_minor,
    currency,
    email,
    ...rest
  } = row
  const isPaid = refunded_minor !== null && currency !== null
  return {
    ...rest,
    title,
    status: row.settled_at === null ? 'open' : 'resolved',
    park: title,
    booking_id: row.booking_code === null ? null : row.id,
    booking_status: status,
    refunded: isPaid ? { amount: toMajor(refunded_minor, currency), currency } : null,
    can_reply: email !== null,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
    actions: listActions(row),
  }
}

/** Returns a report about a car park. Throws `not_found`. */
export const getParkReport = async (db: Db | Tx, id: string): Promise<ParkReport> => toReport(await getRow(db, id))

/** Returns the car parks with open reports, those with the most first. */
export async function findReportedParks(db: Db): Promise<AnswerOf<typeof mapParkReports>['items']> {
  const { rows } = await sql<AnswerOf<typeof mapParkReports>['items'][number]>`
    select p.id as park_id, p.park_code, coalesce(p.name, p.address, p.park_code) as name, p.city, p.lat, p.lng,
      count(*)::int as open, (count(*) filter (where r.type = 'cannot_park'))::int as cannot_park
    from ${parkReports} r join parks p on p.id = r.park_id
    where r.settled_at is null group by p.id order by open desc, p.id limit ${mostReportedParks}`.execute(db)
  return rows
}

/** Returns the photo of a report. Throws `not_found`. */
export async function getParkReportPhoto(db: Db, id: string): Promise<{ type: string; content: Buffer; name: string }> {
  const photo = await db
    .selectFrom('cannot_park_photos as f')
    .innerJoin('bookings as b', 'b.id', 'f.booking_id')
    .select(['f.type', 'f.content', 'b.booking_code'])
    .where('f.booking_id', '=', id)
    .executeTakeFirst()
  if (photo === undefined) throw new AppError('not_found')
  const { type, content, booking_code } = photo
  return { type, content: Buffer.from(content), name: `${booking_code}.${toFileExtension(type)}` }
}

/** Locks a report and returns it. Throws `not_found`. */
async function lockRow(tx: Tx, id: string): Promise<ReportRow> {
  await tx.selectFrom('park_mistakes').select('id').where('id', '=', id).forUpdate().execute()
  await tx.selectFrom('cannot_park_reports').select('booking_id').where('booking_id', '=', id).forUpdate().execute()
  return getRow(tx, id)
}

async function storeOutcome(
  tx: Tx,
  row: ReportRow,
  outcome: { settled_at: Date | null; outcome: string | null },
): Promise<{ answer: ParkReport; changes: AuditedChange[] }> {
  if (row.type === 'mistake') await tx.updateTable('park_mistakes').set(outcome).where('id', '=', row.id).execute()
  else await tx.updateTable('cannot_park_reports').set(outcome).where('booking_id', '=', row.id).execute()
  return describeChange(tx, row)
}

async function describeChange(tx: Tx, row: ReportRow): Promise<{ answer: ParkReport; changes: AuditedChange[] }> {
  const describe = ({ type, status, decision, outcome }: ParkReport) => ({ type, status, decision, outcome })
  const [before, answer] = [toReport(row), await getParkReport(tx, row.id)]
  return { answer, changes: [{ kind: 'park_report', id: row.id, before: describe(before), after: describe(answer) }] }
}

/**
 * Accepts or refuses a report of a driver who could not park that waits, which moves its money. Throws `not_found` and
 * `already_decided`.
 */
export async function decideParkReport(
  tx: Tx,
  deps: Deps,
  id: string,
  decision: ReportDecision,
  { staff, now }: { staff: { user_id: string }; now: Date },
): Promise<{ answer: ParkReport; changes: AuditedChange[] }> {
  const row = await getRow(tx, id)
  await decideReport(tx, deps, id, decision, { decided_by: staff.user_id, now })
  return describeChange(tx, row)
}

/**
 * Resolves a report, and mails the outcome to a reporter who left an address. Does nothing if it is resolved. Throws
 * `not_found`, and `report_waits` for one whose refund waits.
 */
export async function resolveParkReport(
  tx: Tx,
  deps: Deps,
  id: string,
  outcome: string,
  now: Date,
): Promise<{ answer: ParkReport; changes: AuditedChange[] }> {
  const row = await lockRow(tx, id)
  if (row.decision === 'waiting') throw new AppError('report_waits')
  if (row.settled_at !== null) return { answer: toReport(row), changes: [] }
  if (row.email !== null) await mailOutcome(tx, deps, { ...row, email: row.email }, outcome, now)
  return storeOutcome(tx, row, { settled_at: now, outcome })
}

/** Opens a report again; does nothing if it is open. Throws `not_found`, and `already_decided` for one that staff decided on. */
export async function reopenParkReport(tx: Tx, id: string): Promise<{ answer: ParkReport; changes: AuditedChange[] }> {
  const row = await lockRow(tx, id)
  if (row.settled_at !== null && row.decision !== null) throw new AppError('already_decided')
  if (row.settled_at === null) return { answer: toReport(row), changes: [] }
  return storeOutcome(tx, row, { settled_at: null, outcome: null })
}

/** It repeats nothing that the reporter typed: the address is not confirmed. */
export const reportMails = defineMails<{ park: LabelRow & { slug: string }; outcome: string }>()({
  section: 'mistakes',
  recipient: 'the address in the report',
  event: 'park_reported',
  kinds: { outcome: { cause: 'staff resolve a reported mistake about a car park' } },
  toParams: ({ park }, { locale }) => ({ brand: settings().company.name, park: labelRow(park, locale) }),
  write: (_kind, { park, outcome }, { base, t }) => ({
    blocks: [
      { kind: 'text', text: t('intro') },
      { kind: 'text', text: outcome },
      { kind: 'button', label: t('open'), url: base + pagePath('park', { slug: park.slug }) },
    ],
  }),
})

const mailOutcome = (
  tx: Tx,
  deps: Deps,
  { email: to, language, ...park }: ReportRow & { email: string },
  outcome: string,
  now: Date,
): Promise<void> =>
  queueMail(
    tx,
    reportMails,
    { kind: 'outcome', to, locale: language ?? 'en', base: deps.publicUrl(), data: { park, outcome } },
    now,
  )
