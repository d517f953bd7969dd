type LabelKey = 'park.unnamed' | 'park.near' | 'park.near_vowel'
type Named = { name: string | null; address: string | null; city: string | null }

/**
 * Returns a park's name, or a label made from its address when it has none. `t` translates keys of the catalogue's area
 * `park`.
 */
export function parkLabel(park: Named, t: (key: LabelKey, params: { where: string }) => string): string {
  if (park.name !== null) return park.name
  const where = [park.address, park.city].filter((part) => part !== null && part !== '').join(', ')
  if (where === '') return t('park.unnamed', { where })
  // French elides "de" before a vowel.
  return t(/^[aeiouyàâäéèêëîïôöùûü]/i.test(where) ? 'park.near_vowel' : 'park.near', { where })
}
