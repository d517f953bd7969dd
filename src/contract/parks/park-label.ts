import type { Direction, ParkNear } from './park-near.ts'

export type Article = 'plain' | 'vowel' | 'masculine' | 'feminine' | 'elided'
type LabelKey =
  | 'park.unnamed'
  | 'park.away'
  | `park.near.${Article}`
  | `park.side.${Article}`
  | `park.sides.${Direction}`
interface Named {
  name: string | null
  address: string | null
  city: string | null
  near?: ParkNear | null | undefined
}

/** French nouns that take an article after "près de"; "h" is mute in "hôpital" and "hôtel". */
const nouns: [Article, RegExp][] = [
  [
    'masculine',
    /^(bureau|camp|carrefour|centre|cimetière|collège|complexe|dispensaire|garage|jardin|lycée|marché|monument|musée|palais|parc|phare|pont|port|poste|restaurant|rond-point|service|stade|supermarché|terminal|terrain|théâtre|village)(?= )/i,
  ],
  [
    'feminine',
    /^(banque|boulangerie|caserne|cathédrale|cité|clinique|gare|grande|maison|mairie|mosquée|pharmacie|place|plage|préfecture|porte|rue|salle|station|tour|zone)(?= )/i,
  ],
  [
    'elided',
    /^(aéroport|ambassade|arrêt|auberge|avenue|[eé]cole|[eé]glise|h[oô]pital|h[oô]tel|immeuble|institut|université)(?= )/i,
  ],
]

/** Which French form of "near" a name takes. English has one. */
export function findArticle(where: string): Article {
  if (/^\d/.test(where)) return 'masculine'
  const noun = nouns.find(([, pattern]) => pattern.test(where))
  if (noun !== undefined) return noun[0]
  return /^[aeiouyàâäéèêëîïôöùûü]/i.test(where) ? 'vowel' : 'plain'
}

/**
 * Returns a park's name, or a label made from what is near or from its address when it has none. `t` translates keys of
 * the catalogue's area `park`.
 */
export function parkLabel(
  park: Named,
  t: (key: LabelKey, params: { where: string; side: string; minutes: number }) => string,
): string {
  if (park.name !== null) return park.name
  const spot = park.near?.name ?? park.address
  const parts = [spot, park.city === spot ? null : park.city].filter((part) => part !== null && part !== '')
  const number = park.near?.number
  const where = `${parts.join(', ')}${number === undefined ? '' : ` (${number})`}`
  const { direction, minutes = 0 } = park.near ?? {}
  const params = { where, side: '', minutes }
  if (where === '') return t('park.unnamed', params)
  const article = findArticle(where)
  if (direction === undefined) return t(`park.near.${article}`, params)
  const side = t(`park.sides.${direction}`, params)
  return t(`park.side.${article}`, { ...params, side: minutes === 0 ? side : t('park.away', { ...params, side }) })
}
