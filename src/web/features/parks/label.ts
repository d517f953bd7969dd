import type { TFunction } from 'i18next'
import type { ParkSummary } from '#contract/parks.ts'

type Named = Pick<ParkSummary, 'name' | 'address' | 'city'>

/** What to call a park: its name as recorded, else a label made of where it is. The label is never stored as its name. */
export function parkLabel(park: Named, t: TFunction): string {
  if (park.name !== null) return park.name
  const where = [park.address, park.city].filter((part) => part !== null && part !== '').join(', ')
  if (where === '') return t('park.unnamed')
  // French drops a vowel before another one.
  return t(/^[aeiouyàâäéèêëîïôöùûü]/i.test(where) ? 'park.near_vowel' : 'park.near', { where })
}

/** The line under a name: where it is, without what the name says already. */
export function parkAddress(park: Named & Pick<ParkSummary, 'state'>): string {
  const parts = [park.address, park.city, park.state].filter((part) => part !== null && part !== '')
  return [...new Set(parts)].join(', ')
}
