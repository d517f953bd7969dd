import { sql } from 'kysely'
import type { enterResult, refundDocuments } from '#contract/documents/desk/document-requests.ts'
import { documentPapers, type DocumentKind } from '#contract/documents/document-rules.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { normalizePlate } from '#contract/vehicles/plates.ts'
import type { Tx } from '#server/database/connect.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'
import { listReturnable, planReturns, type DecidedDocument } from '../money/returned-fees.ts'
import type { RequestRow } from '../requests/change-status.ts'
import { changeRequestStatus } from '../requests/effects.ts'
import { refundPart, refundRejected } from '../requests/end-request.ts'
import { act, entryOf, hasFile, type StaffChange, type StaffContext } from './actions.ts'

/* What became of each document of a request, and what agency and insurer gave back for those that were not issued. */

type Result = ParsedBody<typeof enterResult>

/** Throws 422 for what a result lacks, and `scan_missing` for an issued document without its scan. */
async function checkResult(tx: Tx, id: string, { kind, result, ...fields }: Result, now: Date): Promise<void> {
  const required = result === 'issued' ? (['document_number', 'issued_on'] as const) : (['agency_reason'] as const)
  for (const name of required) if (fields[name] === null) throw fieldError(name, 'required')
  if (result === 'failed_inspection' && kind !== 'road_worthiness') throw fieldError('result', 'document_uninspected')
  if (result !== 'issued') return
  if (kind !== 'proof_of_ownership' && fields.expires_on === null) throw fieldError('expires_on', 'required')
  if (fields.issued_on! > toNigerianDay(now)) throw fieldError('issued_on', 'day_to_come')
  if (fields.expires_on !== null && fields.expires_on <= fields.issued_on!)
    throw fieldError('expires_on', 'dates_order')
  if (!(await hasFile(tx, id, 'scan', { kind }))) throw new AppError('scan_missing')
}

/**
 * Stores what became of a document. Once all have their result the request is issued, or rejected if none was. Violates
 * `document_items_inspected` for a road worthiness certificate without a passed inspection.
 */
export const enterDocumentResult = (tx: Tx, context: StaffContext, id: string, input: Result): Promise<StaffChange> =>
  act(tx, context, { id, action: 'result', audited: { kind: input.kind, result: input.result } }, async (row) => {
    await checkResult(tx, id, input, context.now)
    const { kind, result, agency_reason } = input
    const isIssued = result === 'issued'
    const { numUpdatedRows } = await tx
      .updateTable('document_items')
      .set({
        result,
        document_number: isIssued ? input.document_number : null,
        issued_on: isIssued ? input.issued_on : null,
        expires_on: isIssued ? input.expires_on : null,
        reason: isIssued ? null : agency_reason,
      })
      .where('request_id', '=', id)
      .where('kind', '=', kind)
      .where('result', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw fieldError('kind', 'document_done')
    await endIfDecided(tx, context, row)
  })

async function endIfDecided(tx: Tx, context: StaffContext, row: RequestRow): Promise<void> {
  const items = await tx
    .selectFrom('document_items')
    .select(['kind', 'result', 'expires_on', 'reason'])
    .where('request_id', '=', row.id)
    .execute()
  if (items.some(({ result }) => result === null)) return
  const isIssued = items.some(({ result }) => result === 'issued')
  const refused = items.filter(({ result }) => result !== 'issued')
  const to = isIssued ? 'issued' : 'rejected'
  const reason = refused.flatMap((item) => item.reason ?? []).join('\n') || undefined
  await changeRequestStatus(tx, context.deps, row, {
    ...entryOf(context, reason === undefined ? undefined : { reason }),
    to,
    outcome: refused.length > 0 ? 'part' : 'whole',
    mail: (locale) => ({
      reason: refused
        .map(({ kind, reason: why }) =>
          translate(locale, 'document_mails.refused', {
            document: translate(locale, `documents.kinds.${kind}`),
            reason: why ?? '',
          }),
        )
        .join('\n'),
    }),
  })
  if (isIssued) await writePapers(tx, row, items, context.now)
}

/** Writes when issued documents expire into the customer's saved vehicle with this plate, of which they are reminded. */
async function writePapers(
  tx: Tx,
  { user_id, plate }: RequestRow,
  items: readonly { kind: string; result: string | null; expires_on: string | null }[],
  now: Date,
): Promise<void> {
  const vehicle = await tx
    .selectFrom('vehicles')
    .select(['id', 'papers'])
    .where('user_id', '=', user_id)
    .where(sql`replace(replace(plate, ' ', ''), '-', '')`, '=', normalizePlate(plate ?? ''))
    .forUpdate()
    .executeTakeFirst()
  if (vehicle === undefined) return
  const issued = items.flatMap(({ kind, result, expires_on }) =>
    result === 'issued' && expires_on !== null ? [{ kind: documentPapers[kind as DocumentKind], expires_on }] : [],
  )
  const remaining = (vehicle.papers as { kind: string }[]).filter(
    (paper) => !issued.some(({ kind }) => kind === paper.kind),
  )
  await tx
    .updateTable('vehicles')
    .set({ papers: JSON.stringify([...remaining, ...issued]), papers_at: now })
    .where('id', '=', vehicle.id)
    .execute()
}

/**
 * Refunds what agency and insurer gave back for documents that were not issued, each once. A rejected request is refunded
 * with its delivery; any other stays as it is. Throws `document_refund` for more than they got, and 422 for nothing at all.
 */
export const refundByStaff = (
  tx: Tx,
  context: StaffContext,
  id: string,
  given: ParsedBody<typeof refundDocuments>,
): Promise<StaffChange> =>
  act(tx, context, { id, action: 'refund', audited: given }, async (row) => {
    const documents = (await tx
      .selectFrom('document_items')
      .select(['kind', 'result', 'returned_minor'])
      .where('request_id', '=', id)
      .execute()) as DecidedDocument[]
    const returned = planReturns(documents, given)
    if (returned.length === 0 && row.status !== 'rejected') throw fieldError(listReturnable(documents)[0]!, 'required')
    for (const { kind, amount_minor } of returned)
      await tx
        .updateTable('document_items')
        .set({ returned_minor: amount_minor })
        .where('request_id', '=', id)
        .where('kind', '=', kind)
        .execute()
    const refund = row.status === 'rejected' ? refundRejected : refundPart
    await refund(tx, context.deps, row, entryOf(context), returned)
  })
