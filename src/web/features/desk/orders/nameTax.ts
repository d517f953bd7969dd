import type { OrderRecord } from '#contract/desk/order-record.ts'
import { formatPercent } from '#web/lib/format.ts'

/** `HST 13%`, or the name alone of a tax of so much a unit. */
export const nameTax = ({ name, percent }: OrderRecord['taxes'][number], locale: string): string =>
  percent === null ? name : `${name} ${formatPercent(percent, locale)}`
