import { numberIn, roundDegrees, textIn } from '#server/features/park-import/values.ts'
import type { Candidate, Origin, ParkRowInput, ParsedRate } from '#server/features/park-import/row.ts'

const days = [
  ['lun', 'Mo'],
  ['mar', 'Tu'],
  ['mer', 'We'],
  ['jeu', 'Th'],
  ['ven', 'Fr'],
  ['sam', 'Sa'],
  ['dim', 'Su'],
] as const
/** `free` is what is paid outside the hours of the attendant, and not always nothing. */
const sets = ['normal', 'special', 'free'] as const

type Span = { from: number; to: number }
type Fields = Record<string, string>

const clockOf = (hours: number) => {
  const minutes = Math.round(hours * 60)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
const textOf = ({ from, to }: Span) => `${clockOf(from)}-${clockOf(to)}`

/** "18,2" is from 18:00 to 2:00 of the next day, "6.5,17" from 6:30 to 17:00. */
function spanIn(text: string | undefined): Span | undefined {
  const [from, to, more] = (text ?? '').split(',').map(numberIn)
  if (from === undefined || to === undefined || more !== undefined) return undefined
  return from < 0 || to < 0 || from >= 24 || to > 24 || from === to ? undefined : { from, to }
}

/** "Mo,Tu 06:00-24:00 / Sa 08:00-24:00": the days of one set, grouped by their hours. */
function windowOf(fields: Fields, set: string): string {
  const groups = new Map<string, string[]>()
  for (const [french, day] of days) {
    const span = spanIn(fields[`${french}_${set}`])
    if (span !== undefined) groups.set(textOf(span), [...(groups.get(textOf(span)) ?? []), day])
  }
  return [...groups].map(([hours, listed]) => `${listed.join(',')} ${hours}`).join(' / ')
}

/** The hours of all sets together, in OSM's syntax; null when none is given. */
function openingHours(fields: Fields): string | null {
  const byDay = days.map(([french]) => {
    const spans = sets.map((set) => spanIn(fields[`${french}_${set}`])).filter((span) => span !== undefined)
    // Past midnight a span stands as it is; the others are joined where they touch.
    const late = spans.filter(({ from, to }) => to < from)
    const joined: Span[] = []
    for (const span of spans.filter(({ from, to }) => to > from).toSorted((a, b) => a.from - b.from)) {
      const last = joined.at(-1)
      if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to)
      else joined.push({ ...span })
    }
    return [...joined, ...late].map(textOf).join(',')
  })
  if (byDay.every((hours) => hours === '')) return null
  if (byDay.every((hours) => hours === '00:00-24:00')) return '24/7'
  const parts: string[] = []
  for (let from = 0; from < days.length;) {
    let to = from
    while (to + 1 < days.length && byDay[to + 1] === byDay[from]) to += 1
    const span = from === to ? days[from]![1] : `${days[from]![1]}-${days[to]![1]}`
    parts.push(`${span} ${byDay[from] === '' ? 'off' : byDay[from]}`)
    from = to + 1
  }
  return parts.join('; ')
}

function ratesOf(fields: Fields, currency: 'CAD' | 'USD'): ParkRowInput['rates'] {
  const parsed: ParsedRate[] = []
  const raw: string[] = []
  for (const set of sets) {
    const window = windowOf(fields, set)
    if (window === '') continue
    const [hourly, flat, max] = ['hourly', 'daily', 'max'].map((name) => numberIn(fields[`${name}_${set}`]))
    raw.push(`${set} ${window}: hourly=${hourly ?? '-'} flat=${flat ?? '-'} max=${max ?? '-'}`)
    if (hourly !== undefined) parsed.push({ type: 'per_interval', amount: hourly, minutes: 60, window })
    if (flat !== undefined) parsed.push({ type: 'flat', amount: flat, window })
    if (max !== undefined) parsed.push({ type: 'daily_max', amount: max, window })
    if (set === 'free' && hourly === undefined && flat === undefined) parsed.push({ type: 'free', amount: 0, window })
  }
  return raw.length === 0 ? null : { currency, raw: raw.join(' | '), parsed }
}

const idOf = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}|’/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Files of one city; those of Boston have its neighbours' lots too, whose city comes from the nearest place. */
const cities: Record<string, Pick<ParkRowInput, 'city' | 'state_code' | 'country_code'>> = {
  prkng_montreal: { city: 'Montréal', state_code: 'CA-QC', country_code: 'CA' },
  prkng_quebec: { city: 'Québec', state_code: 'CA-QC', country_code: 'CA' },
  prkng_seattle: { city: 'Seattle', state_code: 'US-WA', country_code: 'US' },
}

/** prkng's CSV of off-street lots: French day columns, hours as numbers. */
export function readPrkng(records: readonly Fields[], { source, source_date }: Origin): Candidate[] {
  const currency = cities[source]?.country_code === 'CA' ? 'CAD' : 'USD'
  return records.map((fields, index): Candidate => {
    const [name, address] = [textIn(fields['name']), textIn(fields['address'])]
    const source_id = idOf(`${name ?? ''} ${address ?? ''}`)
    if (source_id === '') return { source_id: `line ${index + 2}`, refusal: 'bad_row' }
    if (/^(false|0)$/i.test(fields['active'] ?? '')) return { source_id, refusal: 'closed' }
    const [lat, lng] = [numberIn(fields['lat']), numberIn(fields['long'])]
    if (lat === undefined || lng === undefined) return { source_id, refusal: 'missing_position' }
    const isIndoor = /^(true|1)$/i.test(fields['indoor'] ?? '')
    const row: ParkRowInput = {
      source,
      source_id,
      name,
      kind: isIndoor ? 'garage' : 'surface',
      lat: roundDegrees(lat),
      lng: roundDegrees(lng),
      address,
      ...cities[source],
      capacity: numberIn(fields['capacity']) || null,
      rates: ratesOf(fields, currency),
      opening_hours: openingHours(fields),
      access: 'public',
      fee: true,
      covered: isIndoor,
      operator: textIn(fields['operator']),
      source_date,
    }
    return { source_id, row }
  })
}
