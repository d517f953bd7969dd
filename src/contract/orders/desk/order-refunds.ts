import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { decimal, line, missingOr, Money, Uuid } from '#contract/fields.ts'
import { orderRefundCauses } from './order-reasons.ts'
import { orderChange, orderPath, stockChoices } from './order-record.ts'

/** Units of lines as `id:units`, separated by commas. */
const LinesText = z.pipe(
  z.string().check(z.regex(/^[0-9a-f-]{36}:\d{1,2}(,[0-9a-f-]{36}:\d{1,2}){0,49}$/, 'invalid')),
  z.transform((text: string) =>
    text.split(',').map((part) => {
      const [id, quantity] = part.split(':') as [string, string]
      return { id, quantity: Number(quantity) }
    }),
  ),
)

export const previewOrderRefund = endpoint({
  tag: 'desk',
  name: 'previewOrderRefund',
  method: 'GET',
  path: `${orderPath}/refund`,
  summary:
    'Returns what a refund of lines, the delivery or an amount would pay to where, and whether it has to be approved',
  auth: 'orders.refund',
  status: 200,
  params: orderChange.params,
  query: z.strictObject({
    lines: z.optional(LinesText),
    delivery: z.optional(z.literal('true')),
    amount: z.optional(decimal(0, 100_000_000)),
  }),
  answer: z.object({
    /** What goes to the customer's wallet. */
    amount: Money,
    /** What can still be refunded after it. */
    left: Money,
    /** Above the caller's limit the password is needed and another person decides. */
    needs_approval: z.boolean(),
    limit: Money,
  }),
})

export const refundOrderByStaff = endpoint({
  ...orderChange,
  name: 'refundOrderByStaff',
  path: `${orderPath}/refund`,
  summary: "Refunds lines, the delivery or an amount; above the caller's limit another person approves it first",
  auth: 'orders.refund',
  idempotent: true,
  body: z
    .strictObject({
      lines: z.optional(
        z
          .array(
            z.strictObject({
              id: Uuid,
              quantity: z
                .number('whole_number')
                .check(z.int('whole_number'), z.minimum(1, 'too_small'), z.maximum(99, 'too_large')),
            }),
          )
          .check(z.maxLength(50, 'too_many_lines')),
      ),
      delivery: z._default(z.boolean(), false),
      /** In the order's currency, major units; instead of lines and delivery. */
      amount: z.optional(
        z.number(missingOr('number')).check(z.positive('too_small'), z.maximum(100_000_000, 'too_large')),
      ),
      /** What becomes of the goods among the lines. */
      stock: z._default(z.enum(stockChoices, 'required'), 'return'),
      /** From where it is paid to an account that paid at a counter: to its wallet without it. */
      to: z.optional(z.enum(['wallet', 'drawer'], 'required')),
      cause: z.enum(orderRefundCauses, 'required'),
      /** What the customer reads on the order. */
      reason: line(3, 300),
    })
    .check((request) => {
      const { lines = [], delivery, amount } = request.value
      const addIssue = (field: string, key: string) =>
        request.issues.push({ code: 'custom', message: key, path: [field], input: request.value })
      const hasParts = lines.length > 0 || delivery
      if (hasParts === (amount !== undefined)) addIssue('amount', 'lines_or_amount')
      if (new Set(lines.map(({ id }) => id)).size < lines.length) addIssue('lines', 'invalid')
    }),
})

const refundParams = z.strictObject({ id: line(1, 40), refund_id: Uuid })
export const approveOrderRefund = endpoint({
  ...orderChange,
  name: 'approveOrderRefund',
  path: `${orderPath}/refunds/{refund_id}/approve`,
  summary: 'Approves a refund that another person asked for, and pays it',
  auth: 'orders.refund',
  params: refundParams,
})

export const refuseOrderRefund = endpoint({
  ...orderChange,
  name: 'refuseOrderRefund',
  path: `${orderPath}/refunds/{refund_id}/refuse`,
  summary: 'Refuses a refund that another person asked for, or withdraws one’s own',
  auth: 'orders.refund',
  params: refundParams,
})
