import { sql } from 'kysely'
import type { DocumentDraft } from '#contract/documents/document-form.ts'
import { documentKinds, needsInspection, type DocumentKind, requestFields } from '#contract/documents/document-rules.ts'
import {
  documentCauses,
  refundableStates,
  type DocumentCause,
  documentStates,
  type DocumentState,
} from '#contract/documents/document-states.ts'
import type { DocumentAction, DocumentDetails, DocumentGroup, DocumentSummary } from '#contract/documents/documents.ts'
import { toPage, type Page } from '#contract/fields.ts'
import { toMajor } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { findOwnRequestId, type RequestRow } from './change-status.ts'
import { readLines, toQuoteLines } from './price.ts'

const money = (amount_minor: bigint) => ({ amount: toMajor(amount_minor, 'NGN'), currency: 'NGN' as const })

/** In the order in which documents are always listed. */
export const sortByKind = <T extends { kind: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => documentKinds.indexOf(a.kind as DocumentKind) - documentKinds.indexOf(b.kind as DocumentKind))

const findItems = async (db: Db | Tx, request_ids: readonly string[]) =>
  sortByKind(
    await db
      .selectFrom('document_items')
      .select(['request_id', 'kind', 'term_months', 'result', 'document_number', 'reason'])
      .select([
        sql<string | null>`issued_on::text`.as('issued_on'),
        sql<string | null>`expires_on::text`.as('expires_on'),
      ])
      .where('request_id', 'in', [...request_ids])
      .execute(),
  )

const toSummary = (row: RequestRow, kinds: readonly DocumentKind[]): DocumentSummary => ({
  id: row.id,
  number: row.number,
  status: row.status,
  is_waiting: row.status === 'draft' && row.waiting_since !== null,
  kinds: [...kinds],
  state: row.state as DocumentSummary['state'],
  plate: row.plate,
  make: row.make,
  model: row.model,
  total: row.quoted_at === null ? null : money(row.total_minor),
  refunded: row.refunded_minor === 0n ? null : money(row.refunded_minor),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  is_example: row.is_example,
})

/** What the customer may do with a request now. */
export function findRequestActions(
  { status, waiting_since, quote_expires_at }: Pick<RequestRow, 'status' | 'waiting_since' | 'quote_expires_at'>,
  kinds: readonly DocumentKind[],
  now: Date,
): Record<DocumentAction, boolean> {
  const isPaid = (refundableStates as readonly DocumentState[]).includes(status)
  return {
    edit: status === 'draft',
    quote: status === 'draft' && waiting_since === null,
    reopen: status === 'quoted',
    pay: status === 'quoted' && quote_expires_at !== null && quote_expires_at > now,
    cancel: status === 'draft' || status === 'quoted' || isPaid,
    answer: status === 'action_required',
    confirm: status === 'dispatched',
    book: (status === 'document_review' || status === 'inspection_failed') && needsInspection(kinds),
    add_files: addableStates.includes(status),
  }
}

/** States in which the customer may add files. */
export const addableStates: readonly DocumentState[] = ['draft', 'quoted', 'paid', 'document_review', 'action_required']

const past: readonly DocumentState[] = ['rejected', 'delivered', 'cancelled', 'refunded']
const groupOf: Record<DocumentGroup, readonly DocumentState[]> = {
  drafts: ['draft'],
  open: documentStates.filter((state) => state !== 'draft' && !past.includes(state)),
  past,
}

/** Returns a page of an account's requests, the last changed first. */
export async function findRequests(
  db: Db,
  user_id: string,
  { group, page, size }: { group?: DocumentGroup | undefined; page: number; size: number },
): Promise<Page<DocumentSummary>> {
  const own = db
    .selectFrom('document_requests')
    .where('user_id', '=', user_id)
    .$if(group !== undefined, (query) => query.where('status', 'in', [...groupOf[group!]]))
  const { total } = await own.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  const rows = (await own
    .selectAll()
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()) as RequestRow[]
  const items =
    rows.length === 0
      ? []
      : await findItems(
          db,
          rows.map(({ id }) => id),
        )
  const kinds = Map.groupBy(items, ({ request_id }) => request_id)
  const summaries = rows.map((row) =>
    toSummary(
      row,
      (kinds.get(row.id) ?? []).map(({ kind }) => kind as DocumentKind),
    ),
  )
  return toPage(summaries, Number(total), page, size)
}

/** Returns an account's request by its number or id. Throws `document_not_found`, also for one of somebody else. */
export async function getRequestDetails(
  db: Db | Tx,
  user_id: string,
  handle: string,
  now: Date,
): Promise<DocumentDetails> {
  const id = await findOwnRequestId(db, user_id, handle)
  const row = (await db
    .selectFrom('document_requests')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as RequestRow
  const items = await findItems(db, [id])
  const history = await db
    .selectFrom('document_history')
    .select(['at', 'to_status', 'cause', 'detail'])
    .where('request_id', '=', id)
    .orderBy('id')
    .execute()
  const kinds = items.map(({ kind }) => kind as DocumentKind)
  return {
    ...toSummary(row, kinds),
    version: row.version,
    form: toForm(row, items),
    documents: items.map(({ request_id: _request, ...item }) => item) as DocumentDetails['documents'],
    lines: row.quoted_at === null ? [] : toQuoteLines(readLines(row.lines)),
    quote_expires_at: row.status === 'quoted' ? (row.quote_expires_at?.toISOString() ?? null) : null,
    stages: history
      .filter(({ cause }) => (documentCauses as readonly string[]).includes(cause))
      .map(({ at, to_status, cause, detail }) => ({
        status: to_status as DocumentState,
        cause: cause as DocumentCause,
        at: at.toISOString(),
        reason: readReason(detail),
      })),
    asked: row.status === 'action_required' ? await findStaffQuestion(db, id) : null,
    handover: {
      // For a delivery the code comes with the parcel, and the customer enters it.
      code: row.status === 'ready_for_pickup' ? row.handover_code : null,
      courier: row.courier,
      tracking_number: row.tracking_number,
      place: row.pickup_place,
      hours: row.pickup_hours,
    },
    paid_at: row.paid_at?.toISOString() ?? null,
    agency_receipt: row.agency_receipt,
    can: findRequestActions(row, kinds, now),
  }
}

/** What staff asked the customer for, in words; null if nothing. */
export async function findStaffQuestion(db: Db | Tx, request_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('document_history')
    .select('detail')
    .where('request_id', '=', request_id)
    .where('cause', '=', 'asked')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return readReason(row?.detail)
}

/** What staff wrote to the customer when it changed a request; null where it wrote nothing. */
function readReason(detail: unknown): string | null {
  const reason = (detail as { reason?: unknown } | null)?.reason
  return typeof reason === 'string' && reason !== '' ? reason : null
}

const formColumns = [...requestFields, 'held'] as const satisfies readonly (keyof DocumentDraft)[]

export const toForm = (
  row: RequestRow,
  items: readonly { kind: string; term_months: number | null }[],
): DocumentDraft =>
  ({
    ...Object.fromEntries(formColumns.map((column) => [column, row[column]])),
    documents: items.map(({ kind, term_months }) => ({ kind, term_months })),
  }) as DocumentDraft

/** Throws `document_not_found`, also for one of somebody else. */
export async function previewCancel(db: Db, user_id: string, handle: string) {
  const id = await findOwnRequestId(db, user_id, handle)
  const row = await db
    .selectFrom('document_requests')
    .select(['status', 'paid_at', 'total_minor', 'refunded_minor', 'waiting_since', 'quote_expires_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!findRequestActions(row as RequestRow, [], new Date(0)).cancel) throw new AppError('document_state')
  const refund = row.paid_at === null ? 0n : row.total_minor - row.refunded_minor
  return { action: 'cancel' as const, refund: money(refund) }
}
