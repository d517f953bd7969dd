import { countryCodes } from '#contract/geography.ts'
import { findPage } from '#contract/pages.ts'
import type { CountryCode } from '#contract/places/places.ts'

/**
 * What is counted of an address that is opened: the page of a car park, by its slug or code; a search, by the place, words
 * or country that is searched, of which filters, order, further pages and a moved map are part; or the page of an item, by
 * its slug, at the branch or in the country that the address names. Categories of items have addresses of the same form.
 */
export type Visit =
  | { kind: 'park_page'; park: string }
  | { kind: 'search'; place?: { lat: number; lng: number }; text?: string; country?: CountryCode }
  | { kind: 'item_page'; item: string; branch?: string; country?: CountryCode }

/** A slug or code: others name no car park, item or branch. */
const handle = /^[a-z0-9-]{1,200}$/

/** What opening an address, a path with its query, counts as; undefined for pages that are not counted. */
export function findVisit(address: string): Visit | undefined {
  const [path = '', query = ''] = address.split('#', 1)[0]!.split(/\?(.*)/s, 2)
  const page = findPage(path)
  if (page?.route.key === 'park') {
    const park = page.params['slug']!.toLowerCase()
    return handle.test(park) ? { kind: 'park_page', park } : undefined
  }
  const params = new URLSearchParams(query)
  const country = countryCodes.find((code) => code === params.get('country')?.toUpperCase())
  if (page?.route.key === 'service') {
    const item = page.params['service']!
    const branch = params.get('branch') ?? ''
    if (!handle.test(item)) return undefined
    return {
      kind: 'item_page',
      item,
      ...(handle.test(branch) && { branch }),
      ...(country !== undefined && { country }),
    }
  }
  if (page?.route.key !== 'search') return undefined
  const [lat, lng] = [readDegrees(params.get('lat'), 90), readDegrees(params.get('lng'), 180)]
  const text = params.get('search') ?? undefined
  return {
    kind: 'search',
    ...(lat !== undefined && lng !== undefined && { place: { lat, lng } }),
    ...(text !== undefined && { text }),
    ...(country !== undefined && { country }),
  }
}

/**
 * What tells one visit from the next, of an address whose visit may count; undefined for other pages. Browsers need no more:
 * the server finds the visit of what they report. The page of an item stays the same at another branch.
 */
export function visitKey(path: string, query: string): string | undefined {
  const key = findPage(path)?.route.key
  if (key === 'park' || key === 'service') return path
  if (key !== 'search') return undefined
  const params = new URLSearchParams(query)
  const read = (name: string) => params.get(name)
  return `${Number(read('lat')).toFixed(2)} ${Number(read('lng')).toFixed(2)} ${read('country')} ${read('search')}`
}

/** Rounded to about a kilometre, which tells the country and nothing about who searches. */
function readDegrees(text: string | null, most: number): number | undefined {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Math.abs(value) <= most ? Math.round(value * 100) / 100 : undefined
}
