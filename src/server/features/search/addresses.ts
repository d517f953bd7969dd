import { countryIds } from '#contract/geography.ts'
import type { Language, Suggestion } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'
import type { Address } from '#server/providers/geo/geocoder.ts'
import type { LoadedIndex } from './live/loaded-index.ts'
import { findPlaceByText } from './places/place-by-text.ts'
import { findOwnAnswer, readPoint, type Located, type SearchQuery } from './search-query.ts'
import { findStreets, passesPlaces } from './streets/find-streets.ts'
import { hasHouseNumber } from './streets/street-names.ts'

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

/**
 * Returns the address or the street that a search text means; undefined if our own data answers the text well. A park
 * that has a typed house number in its address comes before its street.
 */
export async function locateAddress(
  geocoder: Deps['geocoder'],
  index: LoadedIndex,
  query: SearchQuery,
  language: Language,
): Promise<Located | undefined> {
  const { search: text, country } = query
  if (text === undefined || readPoint(query) !== undefined) return undefined
  const answer = findOwnAnswer(index, text, country)
  if (answer === 'named') return undefined
  if (answer === 'words' && hasHouseNumber(text)) return undefined
  const [address] = answer !== undefined ? [] : await findAddresses(geocoder, index, { text, country, language })
  if (address !== undefined) return { kind: 'address', lat: address.lat, lng: address.lng }
  const country_id = country === undefined ? undefined : index.reference.getCountry(country).id
  const streets = await findStreets(index, text, { country_id, byAddresses: answer !== 'words' })
  // A shopping street whose own street we do not know is no namesake in another city.
  const shops = answer === 'street' ? findPlaceByText(index.places, index.reference, text, country_id) : undefined
  const street = streets.find((each) => passesPlaces(each.street, shops?.kind === 'place' ? [shops] : []))
  return street === undefined || (answer !== undefined && !street.isSure) ? undefined : { kind: 'street', ...street }
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
