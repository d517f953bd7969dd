import type { AnswerOf } from '#contract/endpoint.ts'
import type { getPaymentState } from '#contract/payments.ts'
import type { Db } from '#server/database/connect.ts'
import { AppError } from '#server/errors.ts'
import { findTopUp } from '#server/features/wallet/queries.ts'

type State = AnswerOf<typeof getPaymentState>

/** How a payment stands in our books, for whoever holds its reference; no provider is asked. Throws `payment_not_found`. */
export async function findPaymentState(db: Db, reference: string): Promise<State> {
  const topUp = await findTopUp(db, reference)
  if (topUp === undefined) throw new AppError('payment_not_found')
  return { status: topUp.status as State['status'] }
}
