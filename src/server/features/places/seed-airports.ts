import { normalizeText } from './normalize-text.ts'
import { distanceKm, type Position } from './seed-nearest.ts'

/** An airport of the source, or what stands for it elsewhere. */
type Named = Position & { name: string }

/** "X International Airport" and its likes; anything else, such as an air base, keeps its name in French. */
const commonName = /^(.+?) (International |Regional |Municipal |)Airport$/
const frenchKinds: Record<string, string> = {
  'International ': ' international',
  'Regional ': ' régional',
  'Municipal ': ' municipal',
}
const vowel = /^[aeiouyàâéèêîôû]/i

/** Returns an airport's name in French; null if it has none. The name of its town follows "de", that of a person does not. */
export function toFrenchName(name: string, city: string | null): string | null {
  const [, own, kind] = commonName.exec(name) ?? []
  if (own === undefined) return null
  const [town, place] = [normalizeText(city ?? ''), normalizeText(own)]
  const isTown = town !== '' && (place.startsWith(town) || town.startsWith(place))
  return `Aéroport${frenchKinds[kind ?? ''] ?? ''} ${isTown ? (vowel.test(own) ? 'd’' : 'de ') : ''}${own}`
}

/** A code for all airports of a city: not a place to park. */
const cityCode = 'All Airports'
const same_km = 1.5

/** Leaves out codes of whole cities, and the second of two rows of one airport: that without a code. */
export function oneOfEach<Airport extends Named & { iata: string | null }>(airports: readonly Airport[]): Airport[] {
  const distinct: Airport[] = []
  for (const airport of airports.toSorted((a, b) => Number(b.iata !== null) - Number(a.iata !== null))) {
    const isSame = (other: Airport) =>
      Math.abs(other.lat - airport.lat) < 0.02 &&
      Math.abs(other.lng - airport.lng) < 0.1 &&
      distanceKm(other, airport) <= same_km &&
      normalizeText(other.name) === normalizeText(airport.name)
    if (airport.name !== cityCode && !distinct.some(isSame)) distinct.push(airport)
  }
  const ids = new Set(distinct)
  return airports.filter((airport) => ids.has(airport))
}

const airportWords = /\b(airport( (district|area|management area|business area))?|district de l['’]a[ée]roport)$/i
const grounds_km = 4

/** Returns a test whether a landmark or a neighbourhood is one of these airports, which it would repeat. */
export function repeatsAirport(airports: readonly Named[]): (place: Named) => boolean {
  return (place) =>
    airportWords.test(place.name) &&
    airports.some((airport) => Math.abs(airport.lat - place.lat) < 0.05 && distanceKm(airport, place) <= grounds_km)
}
