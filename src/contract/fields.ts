import * as z from 'zod/mini'
import { isTooLong, longestSearch } from '#contract/search/search-text.ts'
import { currencies } from './money.ts'

/** The key of the sentence for a value that is wrong; one that is missing is required. */
export const missingOr = (key: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null || input === '' ? 'required' : key),
})

/** An integer in a query string; rejects anything but decimal digits. */
export const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^-?\d{1,15}$/, 'whole_number')),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(z.minimum(least, 'too_small'), z.maximum(most, 'too_large')),
    ),
  )

/** A finite decimal number in a query string. */
export const decimal = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^-?\d{1,12}(\.\d{1,18})?$/, 'number')),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(z.minimum(least, 'too_small'), z.maximum(most, 'too_large')),
    ),
  )

/** A bounding box in degrees, edges included; `west > east` crosses the antimeridian. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

const degrees = /^-?\d{1,3}(\.\d{1,18})?$/

/** A box as `west,south,east,north`; rejects empty boxes. */
export const boxText = z.pipe(
  z.string().check(z.refine((text) => readBox(text) !== undefined, 'box')),
  z.transform((text: string): Box => readBox(text)!),
)

function readBox(text: string): Box | undefined {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length !== 4 || !parts.every((part) => degrees.test(part))) return undefined
  const [west, south, east, north] = parts.map(Number) as [number, number, number, number]
  const isOnEarth = [west, east].every((lng) => Math.abs(lng) <= 180) && south >= -90 && north <= 90
  const hasWidth = west !== east && !(west === 180 && east === -180)
  return isOnEarth && hasWidth && south < north ? { west, south, east, north } : undefined
}

/** A point as `lat,lng`. */
export const pointText = z.pipe(
  z.string().check(z.refine((text) => readPoint(text) !== undefined, 'point')),
  z.transform((text: string) => readPoint(text)!),
)

function readPoint(text: string): { lat: number; lng: number } | undefined {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length !== 2 || !parts.every((part) => degrees.test(part))) return undefined
  const [lat, lng] = parts.map(Number) as [number, number]
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined
}

/** `page` from 1, `size` from 1 to 100; other values are rejected, not clamped. */
export const pageQuery = {
  page: z._default(wholeNumber(1, 1_000_000), 1),
  size: z._default(wholeNumber(1, 100), 10),
}

export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), total: z.number(), page: z.number(), size: z.number(), pages: z.number() })

export interface Page<T> {
  items: T[]
  total: number
  page: number
  size: number
  pages: number
}

/** Wraps one page of `items` of a list of `total`. An empty list has one empty page. */
export function toPage<T>(items: T[], total: number, page: number, size: number): Page<T> {
  return { items, total, page, size, pages: Math.max(1, Math.ceil(total / size)) }
}

/** RFC 3339 date and time with `Z` or an offset. */
export const Instant = z.iso.datetime({ offset: true, ...missingOr('instant') })
/** An instant, or a date and time without an offset, which is in the park's time zone. */
export const MomentText = z.iso.datetime({ offset: true, local: true, ...missingOr('moment') })
export const Uuid = z.uuid(missingOr('identifier'))

/** U+0000 to U+001F and U+007F: PostgreSQL rejects NUL, and single-line text has no use for the others. */
const controls = /[\u0000-\u001f\u007f]/
/**
 * Also bidirectional controls (U+202A to U+202E, U+2066 to U+2069), which can disguise a name as another, and U+FFFD, which
 * stands where text was decoded wrongly.
 */
const disguises = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufffd]/

/** For text of several lines: refuses control characters but line feeds, and U+FFFD. */
export const plainText = z.refine<string>(
  (text) => !/[\u0000-\u0009\u000b-\u001f\u007f\ufffd]/.test(text),
  'characters',
)

/**
 * Blank characters that count as letters or symbols (Hangul fillers, the empty Braille cell), marks that stand alone, and
 * those that take no space.
 */
const invisible = /[\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/gu
const isVisible = (text: string): boolean => text.replaceAll(invisible, '') !== ''

/** The message for a text below `least` characters: `required` without any, else `too_short_3`, see `readFieldKey`. */
export const tooShort =
  (least: number) =>
  ({ input }: { input?: unknown }): string =>
    input === '' ? 'required' : `too_short_${least}`

/** A schema's message as a key of `errors.fields` and the values of its sentence. */
export function readFieldKey(message: string): { key: string; params: { least?: number } } {
  const least = /^too_short_(\d+)$/.exec(message)?.[1]
  return least === undefined ? { key: message, params: {} } : { key: 'too_short', params: { least: Number(least) } }
}

const lineWithout = (least: number, most: number, refused: RegExp) =>
  z.string().check(
    z.trim(),
    z.minLength(least, { error: tooShort(least) }),
    z.maxLength(most, 'too_long'),
    z.refine((text) => !refused.test(text), 'characters'),
    z.refine((text) => text.length < least || text.length > most || text === '' || isVisible(text), 'invisible'),
  )

/** A single line of text: trimmed, without control characters and bidirectional controls. */
export const line = (least: number, most: number) => lineWithout(least, most, disguises)

/** As `line`, but allows bidirectional controls, which pasted search texts may contain. */
export const searchLine = (least: number, most: number) => lineWithout(least, most, controls)

/** A text to search for, which may be a map's link. */
export const SearchText = searchLine(1, longestSearch.link).check(
  z.refine((text) => text.length > longestSearch.link || !isTooLong(text), 'too_long'),
)

export const Currency = z.enum(currencies)

/** In JSON: major units with at most the currency's number of decimals. */
export const Amount = z.number()

export const Money = z.object({ amount: Amount, currency: Currency })
export type Money = z.infer<typeof Money>
