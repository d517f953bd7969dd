import { toMajor, isCurrency } from '#contract/money.ts'

/** Makes a row readable: `_minor` amounts in major units under the plain name, instants as ISO text. */
export function toReadableRow(row: object): Record<string, unknown> {
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

/** Placeholder address of an erased account; `.invalid` is reserved (RFC 2606) and never receives mail. */
export const makeErasedAddress = (user_id: string) => `erased-${user_id}@erased.invalid`

/** Statuses of bookings that are not over. */
export const openStatuses = ['pending', 'active', 'checked_in', 'overstayed'] as const
