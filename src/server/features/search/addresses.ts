import { countryIds } from '#contract/geography.ts'
import type { Language, Suggestion } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'
import type { Point } from '#server/geo.ts'
import type { Address } from '#server/providers/geo/geocoder.ts'
import type { LoadedIndex } from './live/loaded-index.ts'
import { readPoint, readsWell, type SearchQuery } from './search-query.ts'

/** Shorter texts are beginnings of names. */
const least_address_length = 6

interface AddressText {
  text: string
  country: string | undefined
  language: Language
}

/** Returns the geocoder's addresses for a text, best first; none without a geocoder or for a short text. */
export async function findAddresses(
  geocoder: Deps['geocoder'],
  { reference }: LoadedIndex,
  { text: typed, country, language }: AddressText,
): Promise<Address[]> {
  const text = typed.trim()
  if (geocoder === undefined || text.length < least_address_length) return []
  return geocoder.findAddresses({
    text,
    language,
    country: country === undefined ? undefined : reference.getCountry(country).code,
  })
}

/** Returns the position of the address that a search text means; undefined if our own data answers the text well. */
export async function locateAddress(
  geocoder: Deps['geocoder'],
  index: LoadedIndex,
  query: SearchQuery,
  language: Language,
): Promise<Point | undefined> {
  const { search: text, country } = query
  if (geocoder === undefined || text === undefined || readPoint(query) !== undefined) return undefined
  if (readsWell(index, text, country)) return undefined
  const [address] = await findAddresses(geocoder, index, { text, country, language })
  return address && { lat: address.lat, lng: address.lng }
}

export function toSuggestion(
  { name, city, state, country_code, lat, lng }: Address,
  { reference }: LoadedIndex,
  language: Language,
): Suggestion {
  const country = reference.countryName(countryIds[country_code], language)
  const context = [...new Set([city, state, country])].filter((part) => part !== null).join(', ')
  return { kind: 'address', name, context, lat, lng }
}
