import type { AnswerOf } from '#contract/endpoint.ts'
import type { CounterCustomer, createDiscount } from '#contract/orders/desk/pos.ts'
import { type Draft, emptyDraft } from '../orders/phone/draft.ts'
import { emptyHandover, type Handover } from '../orders/phone/handover.ts'

export type GivenDiscount = AnswerOf<typeof createDiscount>

/** What is being sold, before it is paid. */
export interface OpenSale {
  /** Of the sale that it becomes, so that one whose answer was lost is booked once. */
  id: string
  draft: Draft
  handover: Handover
  customer: CounterCustomer | undefined
  discount: GivenDiscount | undefined
  note: string
}

export const newSale = (): OpenSale => ({
  id: crypto.randomUUID(),
  draft: emptyDraft,
  handover: emptyHandover,
  customer: undefined,
  discount: undefined,
  note: '',
})

/** What is priced of a sale. */
export const toPriced = ({ draft, customer, discount }: OpenSale) => ({
  lines: draft.lines.map(({ line }) => line),
  ...(customer !== undefined && { customer_id: customer.id }),
  ...(draft.promo_code !== '' && { promo_code: draft.promo_code }),
  ...(discount !== undefined && { discount_id: discount.id }),
})

/** The lines that one draft has and the next one lacks. */
export const findRemoved = (before: Draft, after: Draft): Draft['lines'] =>
  before.lines.filter(({ key }) => !after.lines.some((line) => line.key === key))
