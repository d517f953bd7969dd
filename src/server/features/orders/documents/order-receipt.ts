import type { FastifyReply } from 'fastify'
import type { Locale } from '#contract/formats.ts'
import { pagePath } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { getDriver } from '#server/features/bookings/queries.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { getOrderDetails } from '../queries.ts'
import type { createOrderReceipt } from './receipt.ts'

export const receipt = { module: new URL('./receipt.ts', import.meta.url).href, name: 'createOrderReceipt' }

/**
 * Draws the receipt of a paid order in a worker. Throws `order_not_found`, `order_state` for one that is not paid, `overloaded`
 * when too many wait.
 */
export async function writeOrderReceipt(
  deps: Deps,
  { user, locale }: { user: SignedIn; locale: Locale },
  handle: string,
  reply: FastifyReply,
): Promise<Buffer> {
  const order = await getOrderDetails(deps.db, user.user_id, handle, { locale, now: deps.clock() })
  if (order.payment_status !== 'paid') throw new AppError('order_state')
  const customer = await getDriver(deps.db, user.user_id)
  const url = deps.publicUrl() + pagePath('order', { order: order.order_number })
  const file = await deps.workers.documents.run<typeof createOrderReceipt>(receipt, order, customer, {
    locale,
    url,
  })
  reply.type('application/pdf')
  reply.header('content-disposition', `inline; filename="parkwell-${order.order_number}.pdf"`)
  return Buffer.from(file)
}
