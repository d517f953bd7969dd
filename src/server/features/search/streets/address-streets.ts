import { distanceM, type Point } from '#server/geo.ts'
import { cardOf } from '../evaluator.ts'
import type { LoadedIndex } from '../live/loaded-index.ts'
import { addPoints, buildStreet, streetKeyOf, type StreetMatch } from './street-index.ts'
import { fitOf, readStreetNames, streetWordsOf, type StreetName } from './street-names.ts'

/** Car parks whose addresses are read for one street. */
const mostRead = 200
/** Neighbouring doors of one name that are farther apart are of two streets. */
const nextDoor_m = 5_000
/** The longest name of a street, in words. */
const mostWords = 6

/** The door of a car park: its number, and the street as the address writes it. */
interface Door extends Point {
  number: number
  street: string
  city: string
  fit: number
}

/** "1010, rue Sherbrooke Ouest", "130 Elizabeth Street - Coach Terminal", "47 Main St, Boston, MA 02141". */
const addressParts = /^\s*(\d{1,6})[a-z]?(?:\s?[-–]\s?\d{1,6})?[\s,]+(?=\p{L}|\d)(.+?)\s*(?:,|\(|\s[-–]\s|$)/iu

/**
 * Returns the streets that the first words name by the addresses of car parks, for where our maps have no streets or these
 * have no names (Montréal, Los Angeles). The doors that are known, in the order of their numbers, are the course of a street.
 */
export function findStreetsOfAddresses(
  index: LoadedIndex,
  words: readonly string[],
  country_id: number | undefined,
): StreetMatch[] {
  const matches: StreetMatch[] = []
  for (let length = Math.min(words.length, mostWords); length > 0; length -= 1) {
    const doors = findDoors(index, readStreetNames(words.slice(0, length)), country_id)
    for (const ofStreet of Map.groupBy(doors, ({ street, city }) => `${city}|${streetKeyOf(street)}`).values())
      for (const stretch of splitFar(ofStreet.toSorted((a, b) => a.number - b.number))) {
        const [{ city }] = stretch as [Door]
        const fit = Math.max(...stretch.map((door) => door.fit))
        const street = buildStreet(nameOf(stretch), city, addPoints(stretch))
        matches.push({ street, fit, rest: words.slice(length) })
      }
  }
  return matches
}

/** Returns the longest spelling of a street, as names are written: "Rue Peel", not "rue Peel" or "RUE PEEL". */
function nameOf(doors: readonly Door[]): string {
  const name = doors.map(({ street }) => street).reduce((best, other) => (other.length > best.length ? other : best))
  const isShouted = name === name.toUpperCase()
  const text = (isShouted ? name.toLowerCase() : name).replace(/\.$/, '')
  return text.replace(isShouted ? /(?<!\p{L})\p{L}/gu : /^\p{L}/u, (letter) => letter.toUpperCase())
}

/** Returns the doors of car parks on the streets that a name fits in any of its readings. */
function findDoors({ parks }: LoadedIndex, names: readonly StreetName[], country_id: number | undefined): Door[] {
  const doors = new Map<string, Door>()
  for (const typed of names)
    for (const { row } of parks.top({ country_id, words: wordsOf(typed) }, { offset: 0, limit: mostRead })) {
      const { address, city } = cardOf(row).facts
      const [, number, street] = addressParts.exec(address ?? '') ?? []
      if (number === undefined || street === undefined || city === null) continue
      const fits = readStreetNames(streetWordsOf(street)).flatMap((own) => fitOf(typed, own) ?? [])
      if (fits.length === 0) continue
      const fit = Math.max(...fits, doors.get(row.id)?.fit ?? 0)
      doors.set(row.id, { lat: row.lat, lng: row.lng, number: Number(number), street, city, fit })
    }
  return [...doors.values()]
}

/** "5th" is "5e" in French addresses. */
const wordsOf = ({ core }: StreetName): (string | string[])[] =>
  core.split(' ').map((word) => (/^\d+(?:st|nd|rd|th)$/.test(word) ? [word, `${Number.parseInt(word, 10)}e`] : word))

/** Returns doors in the order of their numbers as the stretches that they are of. */
function splitFar(doors: readonly Door[]): Door[][] {
  const stretches: Door[][] = []
  for (const door of doors) {
    const last = stretches.at(-1)
    if (last !== undefined && distanceM(last.at(-1)!, door) <= nextDoor_m) last.push(door)
    else stretches.push([door])
  }
  return stretches
}
