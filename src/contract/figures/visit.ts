import { countryCodes } from '#contract/geography.ts'
import { findPage } from '#contract/pages.ts'
import type { CountryCode } from '#contract/places/places.ts'

/**
 * What is counted of an address that is opened: the page of a car park, by its slug or code, or a search, by the place,
 * words or country that is searched. Filters, order, further pages and a moved map belong to the same search.
 */
export type Visit =
  | { kind: 'park_page'; park: string }
  | { kind: 'search'; place?: { lat: number; lng: number }; text?: string; country?: CountryCode }

/** A slug or code: others name no car park. */
const handle = /^[a-z0-9-]{1,200}$/

/** What opening an address, a path with its query, counts as; undefined for pages that are not counted. */
export function findVisit(address: string): Visit | undefined {
  const [path = '', query = ''] = address.split('#', 1)[0]!.split(/\?(.*)/s, 2)
  const page = findPage(path)
  if (page?.route.key === 'park') {
    const park = page.params['slug']!.toLowerCase()
    return handle.test(park) ? { kind: 'park_page', park } : undefined
  }
  if (page?.route.key !== 'search') return undefined
  const params = new URLSearchParams(query)
  const [lat, lng] = [readDegrees(params.get('lat'), 90), readDegrees(params.get('lng'), 180)]
  const text = params.get('search') ?? undefined
  const country = countryCodes.find((code) => code === params.get('country')?.toUpperCase())
  return {
    kind: 'search',
    ...(lat !== undefined && lng !== undefined && { place: { lat, lng } }),
    ...(text !== undefined && { text }),
    ...(country !== undefined && { country }),
  }
}

/** Rounded to about a kilometre, which tells the country and nothing about who searches. */
function readDegrees(text: string | null, most: number): number | undefined {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Math.abs(value) <= most ? Math.round(value * 100) / 100 : undefined
}
