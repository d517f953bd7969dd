import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { line } from './page.ts'

/**
 * For the browser that a provider leads back to, which need not be the one that is signed in: how a payment stands, to
 * whoever holds its reference, and neither how much nor whose.
 */
export const getPaymentState = endpoint({
  name: 'getPaymentState',
  method: 'GET',
  path: '/api/v1/wallet/payments/{reference}',
  summary: 'Whether a payment has arrived, for a browser that is not signed in',
  tag: 'wallet',
  auth: 'none',
  status: 200,
  params: z.strictObject({ reference: line(1, 100) }),
  answer: z.object({ status: z.enum(['success', 'pending', 'failed']) }),
})
