import type { TaxLine } from '#contract/cart/cart.ts'
import type { Currency } from '#contract/money.ts'
import type { TaxAmount } from '#contract/pricing/sale.ts'
import { toMoney } from './records.ts'
import type { BranchTax } from './tax-rates.ts'

/** A tax that was charged, with its rate and where that is from, as an order keeps it. */
export type StoredTax = Pick<BranchTax, 'code' | 'name' | 'name_fr' | 'kind' | 'value' | 'source' | 'source_date'> & {
  amount_minor: bigint
}

/** Joins amounts to the rates that they were calculated with, which are in the same order. */
export const toStoredTaxes = (rates: readonly BranchTax[], amounts: readonly TaxAmount[]): StoredTax[] =>
  rates.map(({ class: _class, ...rate }, index) => ({ ...rate, amount_minor: amounts[index]!.amount_minor }))

/** One line for each tax and rate, in the order in which they first appear. */
export function sumTaxLines(taxes: readonly StoredTax[], currency: Currency, isFrench: boolean): TaxLine[] {
  const groups = Map.groupBy(taxes, ({ code, kind, value }) => `${code} ${kind} ${value}`)
  return [...groups.values()].map((group) => {
    const { code, name, name_fr, kind, value } = group[0]!
    return {
      code,
      name: isFrench ? name_fr : name,
      percent: kind === 'percentage' ? Number(value) / 1_000 : null,
      amount: toMoney(
        group.reduce((all, { amount_minor }) => all + amount_minor, 0n),
        currency,
      ),
    }
  })
}
