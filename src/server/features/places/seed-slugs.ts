import { removeAccents } from '#contract/accents.ts'
import { normalizeText } from './normalize-text.ts'
import { distanceKm } from './seed-nearest.ts'
import type { PlaceRow } from './seed-places.ts'

/** Kinds with pages. */
const paged = new Set<PlaceRow['kind']>(['airport', 'city', 'stadium', 'arena', 'station'])
/** Arenas share the addresses of stadiums. */
const pageKindOf = (kind: PlaceRow['kind']) => (kind === 'arena' ? 'stadium' : kind)

/** Names of stations in the four countries, and weights from which a station needs no such name. */
const stationName = /\b(station|terminal|terminus|gare|garage|park|hub|transit center|depot|union|junction)\b/i
const known_weight = 0.4
const same_station_km = 0.3

/** Letters that NFD does not decompose. */
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
  removeAccents(text.toLowerCase())
    .replaceAll(/[œæøßłđɗɓƙŋ]/g, (letter) => whole[letter]!)
    .replaceAll(/['’ʻ.]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-|-$/g, '')

/** Returns for example "springfield-us-il"; airports use their unique code. */
function slugOf({ kind, name, folded, state_code, iata, icao, country_id, id }: PlaceRow): string {
  const named = slugPart(name) || slugPart(folded) || slugPart(id)
  const where = (kind === 'airport' ? (iata ?? icao) : null) ?? state_code ?? String(country_id)
  return `${named}-${slugPart(where)}`
}

const isSameStation = (a: PlaceRow, b: PlaceRow): boolean =>
  Math.abs(a.lat - b.lat) < 0.004 &&
  distanceKm(a, b) <= same_station_km &&
  (normalizeText(a.name).includes(normalizeText(b.name)) || normalizeText(b.name).includes(normalizeText(a.name)))

/**
 * Adds a slug to each place with a page, independent of the order of rows: of places with one name in a state, the most
 * important gets the plain slug, others add their source id.
 */
export function addSlugs(rows: readonly PlaceRow[]): (PlaceRow & { slug: string | null })[] {
  const taken = new Set<string>()
  const slugs = new Map<string, string>()
  const inOrder = rows
    .filter(({ kind }) => paged.has(kind))
    .filter(({ kind, weight, name }) => kind !== 'station' || weight >= known_weight || stationName.test(name))
    .toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))
  const stations: PlaceRow[] = []
  for (const row of inOrder) {
    // A station that two sources have gets one page.
    if (row.kind === 'station') {
      if (stations.some((other) => isSameStation(other, row))) continue
      stations.push(row)
    }
    const plain = slugOf(row)
    const slug = taken.has(`${pageKindOf(row.kind)} ${plain}`) ? `${plain}-${slugPart(row.id)}` : plain
    taken.add(`${pageKindOf(row.kind)} ${slug}`)
    slugs.set(row.id, slug)
  }
  return rows.map((row) => ({ ...row, slug: slugs.get(row.id) ?? null }))
}
