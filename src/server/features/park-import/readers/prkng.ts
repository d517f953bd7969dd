import { removeAccents } from '#contract/accents.ts'
import { formatSpan, formatWeek, type Span } from '#contract/parks/week-hours.ts'
import type { Candidate, Origin, ParkRowInput, ParsedRate } from '../row.ts'
import { parseCount, parseDegrees, parseNumber, roundDegrees, parseText } from '../values.ts'

const days = [
  ['lun', 'Mo'],
  ['mar', 'Tu'],
  ['mer', 'We'],
  ['jeu', 'Th'],
  ['ven', 'Fr'],
  ['sam', 'Sa'],
  ['dim', 'Su'],
] as const
/** `free` has the rates outside attended hours, which may be above zero. */
const rateSets = ['normal', 'special', 'free'] as const

type Fields = Record<string, string>

/** Parses hours: "18,2" is 18:00 to 2:00 the next day, "6.5,17" is 6:30 to 17:00. */
function parseSpan(text: string | undefined): Span | undefined {
  const [from, to, more] = (text ?? '').split(',').map(parseNumber)
  if (from === undefined || to === undefined || more !== undefined) return undefined
  if (from < 0 || to < 0 || from >= 24 || to > 24 || from === to) return undefined
  return { from: Math.round(from * 60), to: Math.round(to * 60) }
}

/** Formats the hours of a rate set, with days grouped: "Mo,Tu 06:00-24:00 / Sa 08:00-24:00". */
function formatWindow(fields: Fields, set: string): string {
  const groups = new Map<string, string[]>()
  for (const [french, day] of days) {
    const span = parseSpan(fields[`${french}_${set}`])
    if (span !== undefined) groups.set(formatSpan(span), [...(groups.get(formatSpan(span)) ?? []), day])
  }
  return [...groups].map(([hours, dayCodes]) => `${dayCodes.join(',')} ${hours}`).join(' / ')
}

/** Returns the union of the hours of all rate sets in OSM syntax; null without hours. */
function parseOpeningHours(fields: Fields): string | null {
  const week = days.map(([french]) =>
    rateSets.map((set) => parseSpan(fields[`${french}_${set}`])).filter((span) => span !== undefined),
  )
  return week.every((spans) => spans.length === 0) ? null : formatWeek(week)
}

function parseRates(fields: Fields, currency: 'CAD' | 'USD'): ParkRowInput['rates'] {
  const parsed: ParsedRate[] = []
  const raw: string[] = []
  for (const set of rateSets) {
    const window = formatWindow(fields, set)
    if (window === '') continue
    const [hourly, flat, max] = ['hourly', 'daily', 'max'].map((name) => parseNumber(fields[`${name}_${set}`]))
    raw.push(`${set} ${window}: hourly=${hourly ?? '-'} flat=${flat ?? '-'} max=${max ?? '-'}`)
    if (hourly !== undefined) parsed.push({ type: 'per_interval', amount: hourly, minutes: 60, window })
    if (flat !== undefined) parsed.push({ type: 'flat', amount: flat, window })
    if (max !== undefined) parsed.push({ type: 'daily_max', amount: max, window })
    if (set === 'free' && hourly === undefined && flat === undefined) parsed.push({ type: 'free', amount: 0, window })
  }
  return raw.length === 0 ? null : { currency, raw: raw.join(' | '), parsed }
}

const makeSourceId = (text: string) =>
  removeAccents(text.toLowerCase())
    .replaceAll('’', '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Sources of a single city. Boston's file includes neighbouring cities, which are derived from the nearest place. */
const cities: Record<string, Pick<ParkRowInput, 'city' | 'state_code' | 'country_code'>> = {
  prkng_montreal: { city: 'Montréal', state_code: 'CA-QC', country_code: 'CA' },
  prkng_quebec: { city: 'Québec', state_code: 'CA-QC', country_code: 'CA' },
  prkng_seattle: { city: 'Seattle', state_code: 'US-WA', country_code: 'US' },
}

/** Reads prkng's CSV of off-street lots, with French day columns and hours as numbers. */
export function readPrkng(records: readonly Fields[], { source, source_date }: Origin): Candidate[] {
  const currency = cities[source]?.country_code === 'CA' ? 'CAD' : 'USD'
  return records.map((fields, index): Candidate => {
    const [name, address] = [parseText(fields['name']), parseText(fields['address'])]
    const source_id = makeSourceId(`${name ?? ''} ${address ?? ''}`)
    if (source_id === '') return { source_id: `line ${index + 2}`, refusal: 'bad_row' }
    if (/^(false|0)$/i.test(fields['active'] ?? '')) return { source_id, refusal: 'closed' }
    const [lat, lng] = [parseDegrees(fields['lat']), parseDegrees(fields['long'])]
    if (lat === undefined || lng === undefined) return { source_id, refusal: 'missing_position' }
    const indoor = parseText(fields['indoor'])
    const isIndoor = indoor === null ? null : /^(true|1)$/i.test(indoor)
    const row: ParkRowInput = {
      source,
      source_id,
      name,
      kind: isIndoor === null ? 'unknown' : isIndoor ? 'garage' : 'surface',
      lat: roundDegrees(lat),
      lng: roundDegrees(lng),
      address,
      ...cities[source],
      capacity: parseCount(fields['capacity']) || null,
      rates: parseRates(fields, currency),
      opening_hours: parseOpeningHours(fields),
      access: 'public',
      fee: true,
      covered: isIndoor,
      operator: parseText(fields['operator']),
      source_date,
    }
    return { source_id, row }
  })
}
