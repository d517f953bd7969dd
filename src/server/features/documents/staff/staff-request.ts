import { sql } from 'kysely'
import type { DeskDocument } from '#contract/documents/desk/document-requests.ts'
import type { DocumentKind } from '#contract/documents/document-rules.ts'
import { endedStates, refundableStates, type DocumentState } from '#contract/documents/document-states.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import { countryZones } from '#contract/geography.ts'
import { toMajor } from '#contract/money.ts'
import { day_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { enteredBy } from '../fees/fee-records.ts'
import { findMissingFees } from '../fees/find-fees.ts'
import { findFiles } from '../files/files.ts'
import { findAppointments } from '../inspections/appointments.ts'
import { listReturnable, type DecidedDocument } from '../money/returned-fees.ts'
import type { RequestRow } from '../requests/change-status.ts'
import { findColleagues } from '../requests/notify-staff.ts'
import { readLines, toQuoteLines } from '../requests/price.ts'
import { sortByKind, toForm } from '../requests/queries.ts'
import { assignedName, isSent } from './waiting.ts'

/* A request as staff sees it. Chassis and engine numbers are on its page alone: lists and logs do not have them. */

/** States in which what was given back for a rejected document is refunded while others are issued or still open. */
const refundedInPart: readonly DocumentState[] = [
  'with_agency',
  'issued',
  'dispatched',
  'ready_for_pickup',
  'delivered',
]

/** States in which a request that was never paid may be deleted. */
const unpaid: readonly DocumentState[] = ['draft', 'quoted', 'cancelled']

/** What staff may do with a request in its state; each is a row of the table of transitions. */
export function listStaffActions(
  { status, waiting_since, handover, paid_at }: Pick<RequestRow, 'status' | 'waiting_since' | 'handover' | 'paid_at'>,
  documents: readonly DecidedDocument[],
): string[] {
  const hasRoadWorthiness = documents.some(({ kind }) => kind === 'road_worthiness')
  const cancel = (refundableStates as readonly DocumentState[]).includes(status) ? ['cancel'] : []
  const booking = hasRoadWorthiness ? ['book'] : []
  const byState: Partial<Record<DocumentState, string[]>> = {
    draft: waiting_since === null ? [] : ['quote'],
    document_review: ['ask', ...(hasRoadWorthiness ? ['book'] : ['submit'])],
    inspection_booked: ['pass', 'fail'],
    inspection_failed: booking,
    inspection_passed: ['submit'],
    with_agency: ['result'],
    issued: [handover === 'delivery' ? 'dispatch' : 'ready'],
    dispatched: ['hand_over'],
    ready_for_pickup: ['hand_over'],
    rejected: ['refund'],
  }
  const refund = refundedInPart.includes(status) && listReturnable(documents).length > 0 ? ['refund'] : []
  const remove = paid_at === null && unpaid.includes(status) ? ['remove'] : []
  return [...(byState[status] ?? []), ...refund, ...cancel, ...remove]
}

/** Whose work a request becomes: what is over is nobody's. */
const listAssignments = ({ status, assigned_name }: Pick<Read, 'status' | 'assigned_name'>): string[] =>
  (endedStates as readonly DocumentState[]).includes(status)
    ? []
    : [assigned_name === null ? 'take' : 'release', 'assign']

const money = (minor: bigint) => ({ amount: toMajor(minor, 'NGN'), currency: 'NGN' as const })

type Missing = DeskDocument['missing_fees']

/** The lines without a fee of a request that waits for its quote. */
async function findMissing(
  db: Db | Tx,
  row: RequestRow,
  items: readonly { kind: string; term_months: number | null }[],
  now: Date,
): Promise<Missing> {
  const { state, category, use, engine_cc } = row
  if (row.waiting_since === null || state === null || category === null || use === null) return []
  const vehicle = { state, category, use, engine_cc, day: toNigerianDay(now) } as never
  const missing: Missing = []
  for (const { kind, term_months } of items)
    missing.push(...(await findMissingFees(db, vehicle, kind as DocumentKind, term_months)))
  if (row.handover === 'delivery') missing.push(...(await findMissingFees(db, vehicle, 'delivery', null)))
  return missing
}

type Read = RequestRow & { customer: string; lead: string | null; assigned_name: string | null }

async function readRow(db: Db | Tx, id: string): Promise<Read> {
  const row = await db
    .selectFrom('document_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('leads as l', 'l.id', 'r.lead_id')
    .selectAll('r')
    .select('l.reference as lead')
    .select([enteredBy.as('customer'), assignedName.as('assigned_name')])
    .where('r.id', '=', id)
    .where(isSent)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('document_not_found')
  return row as unknown as Read
}

const findDocuments = async (db: Db | Tx, request_id: string) =>
  sortByKind(
    await db
      .selectFrom('document_items')
      .select(['kind', 'term_months', 'result', 'document_number', 'reason', 'returned_minor'])
      .select([
        sql<string | null>`issued_on::text`.as('issued_on'),
        sql<string | null>`expires_on::text`.as('expires_on'),
      ])
      .where('request_id', '=', request_id)
      .execute(),
  )

/** Returns a request for staff. Throws `document_not_found`, also for a draft that its customer has not sent. */
export async function getStaffRequest(db: Db | Tx, id: string, now: Date): Promise<DeskDocument> {
  const row = await readRow(db, id)
  const documents = await findDocuments(db, id)
  const [appointment] = (await findAppointments(db, id)).filter(({ status }) => status !== 'released')
  const history = await db
    .selectFrom('document_history')
    .select(['at', 'to_status', 'cause', 'actor', 'detail'])
    .where('request_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  const decided = documents as DecidedDocument[]
  const { documents: _documents, held, ...form } = toForm(row, documents)
  const isQuoted = row.quoted_at !== null
  return {
    ...form,
    id,
    title: row.number,
    version: row.version,
    status: row.status,
    customer: row.customer,
    customer_id: row.user_id,
    lead_id: row.lead_id,
    lead: row.lead,
    assigned_to: row.assigned_name,
    assigned_id: row.assigned_name === null ? null : row.assigned_to,
    colleagues: await findColleagues(db),
    held,
    documents: documents.map(({ returned_minor, ...document }) => ({
      ...document,
      returned: returned_minor === null ? null : money(returned_minor),
    })) as DeskDocument['documents'],
    lines: isQuoted ? toQuoteLines(readLines(row.lines)) : [],
    total: isQuoted ? money(row.total_minor) : null,
    refunded: row.refunded_minor === 0n ? null : money(row.refunded_minor),
    days_waiting: (endedStates as readonly DocumentState[]).includes(row.status)
      ? null
      : Math.floor((now.getTime() - (row.waiting_since ?? row.updated_at).getTime()) / day_ms),
    waiting_since: row.waiting_since?.toISOString() ?? null,
    missing_fees: await findMissing(db, row, documents, now),
    centre: appointment?.centre.name ?? null,
    centre_id: appointment?.centre.id ?? null,
    appointment_at: appointment?.starts_at.toISOString() ?? null,
    timezone: countryZones.NG,
    handover_code: row.status === 'dispatched' ? row.handover_code : null,
    agency_receipt: row.agency_receipt,
    courier: row.courier,
    tracking_number: row.tracking_number,
    pickup_place: row.pickup_place,
    pickup_hours: row.pickup_hours,
    paid_at: row.paid_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    is_example: row.is_example,
    files: await findFiles(db, id),
    history: history.map(({ at, to_status, cause, actor, detail }) => ({
      at: at.toISOString(),
      to: to_status as DocumentState,
      cause,
      actor,
      reason: readReason(detail),
    })),
    open_kinds: documents.filter(({ result }) => result === null).map(({ kind }) => kind as DocumentKind),
    returnable: listReturnable(decided),
    actions: [...listStaffActions(row, decided), ...listAssignments(row)],
  }
}

const readReason = (detail: unknown): string | null => {
  const reason = (detail as { reason?: unknown } | null)?.reason
  return typeof reason === 'string' ? reason : null
}
