import type { Cart } from '#contract/cart/cart.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Locale } from '#contract/formats.ts'
import type { CounterCustomer, createDiscount, ParkedSale } from '#contract/orders/desk/pos.ts'
import { formatMoney } from '#web/time/format.ts'
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

/** A sale as it is set aside. A discount belongs to the shift that gave it, and is given again. */
export const toParked = ({ draft, handover, customer, note }: OpenSale, name: string) => ({
  name,
  lines: draft.lines.map(({ item, line }) => ({
    name: item.name.slice(0, 120),
    max_per_order: item.max_per_order,
    line,
  })),
  ...(draft.promo_code !== '' && { promo_code: draft.promo_code }),
  ...(customer !== undefined && { customer }),
  ...(handover.plate !== '' && { plate: handover.plate, vehicle_type_id: handover.vehicle_type_id }),
  ...(note !== '' && { note }),
})

/** A sale that was set aside, to go on with. */
export function fromParked({
  lines,
  promo_code = '',
  customer,
  plate = '',
  vehicle_type_id = 1,
  note = '',
}: ParkedSale) {
  const sale = newSale()
  return {
    ...sale,
    draft: {
      promo_code,
      lines: lines.map(({ name, max_per_order, line }) => ({
        key: crypto.randomUUID(),
        item: { name, max_per_order },
        line,
      })),
    },
    handover: { ...sale.handover, plate, vehicle_type_id },
    customer: customer ?? undefined,
    note,
  } satisfies OpenSale
}

/** The lines that one draft has and the next one lacks. */
export const findRemoved = (before: Draft, after: Draft): Draft['lines'] =>
  before.lines.filter(({ key }) => !after.lines.some((line) => line.key === key))

/** Lines that are voided, as the shift's record has them: units, name and price. */
export const describeRemoved = (
  { lines }: Draft,
  removed: Draft['lines'],
  cart: Pick<Cart, 'lines'> | undefined,
  locale: Locale,
): string =>
  removed
    .map(({ key, item, line }) => {
      const shown = cart?.lines.filter(({ parent_id }) => parent_id === null)[lines.findIndex((of) => of.key === key)]
      const amount = shown === undefined ? [] : [formatMoney(shown.total.amount, shown.total.currency, locale)]
      return [`${line.quantity ?? 1} × ${item.name}`, ...amount].join(' · ')
    })
    .join(', ')
