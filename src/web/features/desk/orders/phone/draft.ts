import type { ItemDetails } from '#contract/catalogue/marketplace.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { placePhoneOrder } from '#contract/orders/desk/phone-orders.ts'

/** A line as it is sent. */
export type DraftLine = BodyOf<typeof placePhoneOrder>['lines'][number]

/** What staff has chosen for a customer: the lines with a key each, and the coupon. */
export interface Draft {
  lines: readonly { key: string; item: Pick<ItemDetails, 'name' | 'max_per_order'>; line: DraftLine }[]
  promo_code: string
}

export const emptyDraft: Draft = { lines: [], promo_code: '' }

/** What is sent of a draft. */
export const toChosen = ({ lines, promo_code }: Draft) => ({
  lines: lines.map(({ line }) => line),
  ...(promo_code !== '' && { promo_code }),
})

type NewLine = Omit<Draft['lines'][number], 'key'>

const choiceOf = ({ quantity: _quantity, ...choice }: DraftLine): string => JSON.stringify(choice)

/** Adds a line; the same choice once more makes one line of more units. */
export function addToDraft({ lines, promo_code }: Draft, { item, line }: NewLine, key: string): Draft {
  const same = lines.find((candidate) => choiceOf(candidate.line) === choiceOf(line))
  if (same === undefined) return { promo_code, lines: [...lines, { key, item, line }] }
  const quantity = Math.min((same.line.quantity ?? 1) + (line.quantity ?? 1), item.max_per_order, 99)
  return {
    promo_code,
    lines: lines.map((line) => (line === same ? { ...line, line: { ...line.line, quantity } } : line)),
  }
}
