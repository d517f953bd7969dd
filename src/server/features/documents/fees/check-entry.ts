import type { FeeEntry, FeeKind } from '#contract/documents/desk/document-fees.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import { fieldError } from '#server/http/errors.ts'

/** The lines that a price is made of. Where one has no fee, the price is unknown. */
export function partsOf(kind: FeeKind): readonly FeeEntry['part'][] {
  if (kind === 'delivery') return ['delivery']
  return kind === 'third_party_insurance' ? ['insurer', 'service'] : ['government', 'service']
}

/** Throws 422 for an entry whose fields contradict each other. */
export function checkEntry(entry: FeeEntry, now: Date): void {
  const { kind, part, category, use, engine_from_cc: from, engine_to_cc: to, term_months } = entry
  if (!partsOf(kind).includes(part)) throw fieldError('part', 'fee_part')
  for (const [field, value] of Object.entries({ category, use, engine_from_cc: from }))
    if (kind === 'delivery' && value !== null) throw fieldError(field, 'fee_delivery')
  if (kind !== 'vehicle_licence' && term_months !== null) throw fieldError('term_months', 'fee_term')
  if (kind === 'hackney_permit' && use === 'private') throw fieldError('use', 'fee_use')
  if ((from === null) !== (to === null))
    throw fieldError(from === null ? 'engine_from_cc' : 'engine_to_cc', 'fee_engine')
  if (from !== null && to !== null && from > to) throw fieldError('engine_to_cc', 'fee_engine')
  if (entry.valid_to !== null && entry.valid_to < entry.valid_from) throw fieldError('valid_to', 'dates_order')
  if (entry.observed_on > toNigerianDay(now)) throw fieldError('observed_on', 'day_to_come')
}
