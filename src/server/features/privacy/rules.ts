import { toMajor, isCurrency } from '#contract/money.ts'

/** A row as a person reads it: what is `_minor` in major units under its plain name, instants as text. */
export function readable(row: object): Record<string, unknown> {
  const currency = 'currency' in row ? String(row.currency) : ''
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name !== 'user_id')
      .map(([name, value]: [string, unknown]) => {
        if (value instanceof Date) return [name, value.toISOString()]
        if (typeof value !== 'bigint') return [name, value]
        return name.endsWith('_minor') && isCurrency(currency)
          ? [name.slice(0, -'_minor'.length), toMajor(value, currency)]
          : [name, String(value)]
      }),
  )
}

/** Of no one: the address space is reserved for what shall never be reached. */
export const erasedAddress = (user_id: string) => `erased-${user_id}@erased.invalid`

/** A booking that is not over, or not paid. */
export const openStatuses = ['pending', 'active', 'checked_in', 'overstayed'] as const
