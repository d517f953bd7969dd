import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Money } from '#contract/fields.ts'
import { CountryCode } from '#contract/places/places.ts'
import { orderCall, orderParams } from './orders.ts'

/* A sale at a counter that waits for a wallet. Its owner pays it on their own device; staff never can. */

/** What the owner of a wallet sees before they pay. */
export const CounterSale = z.object({
  order_number: z.string(),
  branch: z.string(),
  country_code: CountryCode,
  lines: z.array(z.object({ name: z.string(), quantity: z.number(), total: Money })),
  total: Money,
  /** What the wallet pays; the counter takes the rest. */
  due: Money,
  /** The sale waits until then; null once it is paid or over. */
  until: z.nullable(z.string()),
  state: z.enum(['open', 'paid', 'over']),
})
export type CounterSale = z.infer<typeof CounterSale>

const call = { ...orderCall, params: orderParams } as const

export const getCounterSale = endpoint({
  ...call,
  name: 'getCounterSale',
  method: 'GET',
  path: '/api/v1/orders/{id}/counter',
  summary: 'Returns a sale at a counter that waits for a wallet, by the number that the counter shows',
  answer: CounterSale,
})

export const payCounterSale = endpoint({
  ...call,
  name: 'payCounterSale',
  method: 'POST',
  path: '/api/v1/orders/{id}/counter/pay',
  summary: "Pays for a sale at a counter from the caller's wallet, within three minutes",
  idempotent: true,
  answer: z.object({ order_number: z.string() }),
})
