import type { PlaceRow } from './seed-places.ts'

/** Kinds that have pages of their own. */
const paged = new Set<PlaceRow['kind']>(['airport', 'city', 'stadium', 'station'])

/** Letters that stay whole under NFD. */
const whole: Record<string, string> = {
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ɗ: 'd',
  ɓ: 'b',
  ƙ: 'k',
  ŋ: 'n',
}

const slugPart = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[œæøßłđɗɓƙŋ]/g, (letter) => whole[letter]!)
    .replaceAll(/\p{M}|['’ʻ.]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-|-$/g, '')

/** "springfield-us-il"; an airport has its code instead, which no other has. */
function slugOf({ kind, name, folded, state_code, iata, icao, country_id, id }: PlaceRow): string {
  const named = slugPart(name) || slugPart(folded) || slugPart(id)
  const where = (kind === 'airport' ? (iata ?? icao) : null) ?? state_code ?? String(country_id)
  return `${named}-${slugPart(where)}`
}

/**
 * Gives each place with a page its address, the same from the same files and in any order of them: of two with one name
 * in one state the weightier has the plain one, the other its source's number beside it.
 */
export function addSlugs(rows: readonly PlaceRow[]): (PlaceRow & { slug: string | null })[] {
  const taken = new Set<string>()
  const slugs = new Map<string, string>()
  const inOrder = rows
    .filter(({ kind }) => paged.has(kind))
    .toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))
  for (const row of inOrder) {
    const plain = slugOf(row)
    const slug = taken.has(`${row.kind} ${plain}`) ? `${plain}-${slugPart(row.id)}` : plain
    taken.add(`${row.kind} ${slug}`)
    slugs.set(row.id, slug)
  }
  return rows.map((row) => ({ ...row, slug: slugs.get(row.id) ?? null }))
}
