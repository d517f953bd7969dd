import type { FastifyReply } from 'fastify'
import type { Locale } from '#contract/formats.ts'
import { toMajor } from '#contract/money.ts'
import { pagePath } from '#contract/pages.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { getDriver } from '#server/features/bookings/queries.ts'
import { AppError } from '#server/http/errors.ts'
import type { CustomerCall } from '../requests/drafts.ts'
import { getRequestDetails } from '../requests/queries.ts'
import type { createDocumentReceipt, Payment } from './receipt.ts'

const receipt = { module: new URL('./receipt.ts', import.meta.url).href, name: 'createDocumentReceipt' }

/**
 * Draws the receipt of a paid request in a worker. Throws `document_not_found`, `document_state` for one that is not paid,
 * `overloaded` when too many wait.
 */
export async function writeDocumentReceipt(
  deps: Deps,
  { user, locale }: Pick<CustomerCall, 'user'> & { locale: Locale },
  handle: string,
  reply: FastifyReply,
): Promise<Buffer> {
  const { user_id } = user
  const request = await getRequestDetails(deps.db, user_id, handle, deps.clock())
  if (request.paid_at === null) throw new AppError('document_state')
  const file = await deps.workers.documents.run<typeof createDocumentReceipt>(
    receipt,
    request,
    {
      customer: await getDriver(deps.db, user_id),
      payments: await findPayments(deps.db, user_id, request.number),
      url: deps.publicUrl() + pagePath('documentRequest', { request: request.number }),
    },
    locale,
  )
  reply.type('application/pdf')
  reply.header('content-disposition', `inline; filename="parkwell-${request.number}.pdf"`)
  return Buffer.from(file)
}

/** What moved between a customer's wallet and a request, oldest first, as the ledger has it. */
async function findPayments(db: Db, user_id: string, number: string): Promise<Payment[]> {
  const rows = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transfers as t', 't.id', 'e.transfer_id')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .select(['t.kind', 't.created_at', 'e.amount_minor'])
    .where('a.kind', '=', 'customer')
    .where('a.owner', '=', user_id)
    .where('t.kind', 'in', ['document', 'refund'])
    .where('t.description', '=', `document:${number}`)
    .orderBy('t.id')
    .execute()
  return rows.map(({ kind, created_at, amount_minor }) => ({
    kind: kind as Payment['kind'],
    amount: { amount: toMajor(amount_minor < 0n ? -amount_minor : amount_minor, 'NGN'), currency: 'NGN' },
    at: created_at.toISOString(),
  }))
}
