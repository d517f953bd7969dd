import { sql } from 'kysely'
import { checkDocumentForm, type DocumentForm } from '#contract/documents/document-form.ts'
import { documentDays, listDependencies, type DocumentDependency } from '#contract/documents/document-rules.ts'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import { day_ms } from '#contract/time.ts'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { settleNotices } from '#server/features/notifications/staff-notices.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { readPhone } from '#server/phones.ts'
import { findOwnRequestId, lockRequest, type RequestEntry, type RequestRow } from './change-status.ts'
import type { CustomerCall } from './drafts.ts'
import { changeRequestStatus, recordRequestChangeAndNotify } from './effects.ts'
import { notifyRequestCustomer } from './mails.ts'
import { findPrice, sumLines, writeLines } from './price.ts'
import { getRequestDetails, sortByKind, toForm } from './queries.ts'

/** Returns the form of a draft as it was checked. Throws 422 at each field that is missing or unfinished. */
async function checkForm(tx: Tx, row: RequestRow, now: Date): Promise<DocumentForm> {
  const items = await tx
    .selectFrom('document_items')
    .select(['kind', 'term_months'])
    .where('request_id', '=', row.id)
    .execute()
  const checked = checkDocumentForm(toForm(row, sortByKind(items)), now)
  if ('problems' in checked) throw new AppError('validation_failed', {}, checked.problems)
  const { documents, held } = checked.form
  const kinds = documents.map(({ kind }) => kind)
  const missing = listDependencies(kinds, held, toNigerianDay(now))
  if (missing.length > 0) throw new AppError('validation_failed', {}, missing.map(toDependencyProblem))
  const owner_phone = readPhone(checked.form.owner_phone, ['NG'])
  if (owner_phone === undefined) throw fieldError('owner_phone', 'phone')
  return { ...checked.form, owner_phone }
}

const toDependencyProblem = ({ kind }: DocumentDependency) => ({ field: 'documents', key: `needs_${kind}` })

/**
 * Asks for the quote of a complete draft. If all fees are known it is quoted for seven days, otherwise it waits for staff.
 * Throws `document_not_found`, `document_state`, and 422 for what is missing.
 */
export async function quoteRequest(
  tx: Tx,
  deps: Deps,
  { user: { user_id }, now }: CustomerCall,
  handle: string,
): Promise<DocumentDetails> {
  const id = await findOwnRequestId(tx, user_id, handle)
  const row = await lockRequest(tx, id)
  if (row.status !== 'draft') throw new AppError('document_state')
  await askForQuote(tx, deps, row, now)
  return getRequestDetails(tx, user_id, id, now)
}

/** Asks for the quote of a locked draft for its customer: it is quoted at once, or waits for staff. */
export async function askForQuote(tx: Tx, deps: Deps, row: RequestRow, now: Date): Promise<void> {
  const isQuoted = await quoteDraft(tx, deps, row, { actor: 'server', actor_id: null, at: now })
  if (isQuoted || row.waiting_since !== null) return
  await tx.updateTable('document_requests').set({ waiting_since: now }).where('id', '=', row.id).execute()
  const change = { cause: 'waiting', actor: 'customer', actor_id: row.user_id, at: now } as const
  await recordRequestChangeAndNotify(tx, deps, change, { row })
}

/**
 * Quotes a locked draft if all of its fees are known now, and tells its customer; returns whether they are. Throws 422 for what is missing
 * in the form.
 */
export async function quoteDraft(tx: Tx, deps: Deps, row: RequestRow, entry: RequestEntry): Promise<boolean> {
  const form = await checkForm(tx, row, entry.at)
  const { documents, handover } = form
  const day = toNigerianDay(entry.at)
  const lines = await findPrice(tx, form, documents, { isDelivered: handover === 'delivery', day })
  if (lines === null) return false
  const { state: _state, held, documents: _documents, ...checked } = form
  const set = {
    ...checked,
    held: JSON.stringify(held),
    lines: writeLines(lines),
    total_minor: sumLines(lines),
    waiting_since: null,
    quoted_at: entry.at,
    quote_expires_at: new Date(entry.at.getTime() + documentDays.quote * day_ms),
  }
  await changeRequestStatus(tx, deps, row, { ...entry, to: 'quoted', set })
  return true
}

const waitingRequests: Queue<{ id: string }> = {
  name: 'document_quotes',
  find: ({ db }, { limit, isReady }) =>
    db
      .selectFrom('document_requests')
      .select('id')
      .where('waiting_since', 'is not', null)
      .where('status', '=', 'draft')
      .where(isReady(sql.ref('document_requests.id')))
      .orderBy('waiting_since')
      .limit(limit)
      .execute(),
  keyOf: ({ id }) => id,
  work: (deps, { id }, now) =>
    transact(deps.db, async (tx) => {
      const row = await lockRequest(tx, id)
      if (row.status !== 'draft' || row.waiting_since === null) return false
      try {
        return await quoteDraft(tx, deps, row, { actor: 'server', actor_id: null, at: now })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        await returnToCustomer(tx, deps, row, now)
        return false
      }
    }),
}

/**
 * Quotes the drafts that waited for a fee which is known by now. One in which a document has expired meanwhile waits no longer:
 * its customer is asked to complete it. Returns how many were quoted.
 */
export const quoteWaitingRequests = (deps: Deps): Promise<number> => workThrough(deps, waitingRequests)

async function returnToCustomer(tx: Tx, deps: Deps, row: RequestRow, now: Date): Promise<void> {
  await tx.updateTable('document_requests').set({ waiting_since: null }).where('id', '=', row.id).execute()
  await settleNotices(tx, row.id, now)
  await notifyRequestCustomer(tx, deps, row, { topic: 'incomplete', at: now })
}

const overdueQuotes: Queue<{ id: string }> = {
  name: 'document_quote_ends',
  find: ({ db }, { now, limit, isReady }) =>
    db
      .selectFrom('document_requests')
      .select('id')
      .where('status', '=', 'quoted')
      .where('quote_expires_at', '<=', now)
      .where(isReady(sql.ref('document_requests.id')))
      .orderBy('quote_expires_at')
      .limit(limit)
      .execute(),
  keyOf: ({ id }) => id,
  work: (deps, { id }, now) =>
    transact(deps.db, async (tx) => {
      const row = await lockRequest(tx, id)
      if (row.status !== 'quoted' || row.quote_expires_at === null || row.quote_expires_at > now) return false
      await reopenQuote(tx, deps, row, { actor: 'clock', actor_id: null, at: now })
      return true
    }),
}

/** Makes quotes that nobody paid in time drafts again, and notifies their customers. Returns how many. */
export const expireQuotes = (deps: Deps): Promise<number> => workThrough(deps, overdueQuotes)

/** Makes a locked quote a draft again, without its price. */
export const reopenQuote = (tx: Tx, deps: Deps, row: RequestRow, entry: RequestEntry): Promise<RequestRow> =>
  changeRequestStatus(tx, deps, row, {
    ...entry,
    to: 'draft',
    set: { lines: '[]', total_minor: 0n, quoted_at: null, quote_expires_at: null },
  })
