import type { OrderRecord } from '#contract/orders/desk/order-record.ts'
import { formatPercent } from '#web/time/format.ts'

/** `HST 13%`, or the name alone of a tax of so much a unit. */
export const nameTax = ({ name, percent }: OrderRecord['taxes'][number], locale: string): string =>
  percent === null ? name : `${name} ${formatPercent(percent, locale)}`
