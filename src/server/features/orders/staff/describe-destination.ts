import type { Language } from '#contract/places/places.ts'
import { labelRow, type LabelRow } from '#server/features/parks/label.ts'
import { describeBay } from '../describe-bay.ts'

interface Address {
  line?: string
  apartment?: string | null
  city?: string
  state?: string | null
  note?: string | null
}

/** Where an order is brought, in one line: car park, level and bay, or the address; null for takeaway and after erasure. */
export function describeDestination(
  order: { park_id: string | null; level: string | null; bay: string | null; address: unknown },
  park: LabelRow,
  language: Language,
): string | null {
  const join = (parts: readonly (string | null | undefined)[]) =>
    parts.filter((part) => part !== null && part !== undefined && part !== '').join(', ')
  if (order.park_id !== null) return join([labelRow(park, language), describeBay(order, language)])
  if (order.address === null) return null
  const { line, apartment, city, state, note } = order.address as Address
  const text = join([line, apartment, city, state, note])
  return text === '' ? null : text
}
