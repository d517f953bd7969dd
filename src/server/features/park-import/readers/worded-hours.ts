import { formatWeek, type Span } from '#contract/parks/week-hours.ts'

/* Opening hours as people write them in English: "Mon-Fri 8am-5pm; Sat 9am - noon", "8am-5pm M-F", "MO: 24 hours". */

const dayNames = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']
const dayPattern =
  'mon(?:days?)?|mo|tues?(?:days?)?|tu|wed(?:s|nesdays?)?|we|thu(?:r|rs|rsdays?)?|th|fri(?:days?)?|fr|sat(?:urdays?)?|sa|sun(?:days?)?|su|m|t|w|f'
const clockPattern = '(?:\\d{1,2}(?:[:.]\\d\\d)?\\s*(?:am|pm|a\\.m\\.?|p\\.m\\.?)|\\d{1,2}:\\d\\d|noon|midnight)'
const dashPattern = '\\s*(?:-|–|—|\\bto\\b|\\bthru\\b|\\bthrough\\b|\\buntil\\b)\\s*'
const tokens: [kind: 'days' | 'times', pattern: RegExp][] = [
  ['times', new RegExp(`^(${clockPattern})${dashPattern}(${clockPattern})(?![\\w:])`, 'i')],
  ['times', /^(?:(?:open )?24 ?(?:hours?|hrs?)(?: (?:a|per) day)?|24\/7)(?!\w)/i],
  ['times', /^closed(?!\w)/i],
  ['days', /^(?:daily|every ?day|(?:7|seven) days(?: (?:a|per) week)?|all days|weekdays|weekends)(?!\w)/i],
  ['days', new RegExp(`^(${dayPattern})\\.?${dashPattern}(${dayPattern})(?!\\w)\\.?`, 'i')],
  ['days', new RegExp(`^(${dayPattern})(?!\\w)\\.?`, 'i')],
]
const filler = /^(?:[\s,:&+()]+|(?:and|open|from|hours?)(?!\w))/i

const everyDay = [0, 1, 2, 3, 4, 5, 6]
type Token = { kind: 'days'; days: number[] } | { kind: 'times'; spans: Span[] }

const dayOf = (name: string): number =>
  dayNames.findIndex((day) => day.startsWith(name.toLowerCase().slice(0, 2)) || day === name.toLowerCase().slice(0, 2))

function readDays(found: RegExpExecArray): number[] {
  const [words, first, last] = found
  if (first === undefined)
    return /^weekday/i.test(words) ? everyDay.slice(0, 5) : /^weekend/i.test(words) ? [5, 6] : everyDay
  const [from, to] = [dayOf(first), dayOf(last ?? first)]
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7)
}

/** Minutes from midnight; undefined for a time that does not exist. */
function readClock(text: string): number | undefined {
  if (/^noon$/i.test(text)) return 720
  if (/^midnight$/i.test(text)) return 0
  const [, hours = '', minutes = '0', half] = /^(\d{1,2})(?:[:.](\d\d))?\s*([ap])?/i.exec(text) ?? []
  const [hour, minute] = [Number(hours), Number(minutes)]
  if (minute > 59 || (half === undefined ? hour > 24 : hour < 1 || hour > 12)) return undefined
  if (half === undefined) return hour * 60 + minute
  return ((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * 60 + minute
}

function readTimes(found: RegExpExecArray): Span[] | undefined {
  const [words, first, last] = found
  if (first === undefined) return /^closed/i.test(words) ? [] : [{ from: 0, to: 1440 }]
  const [from, to] = [readClock(first), readClock(last!)]
  if (from === undefined || to === undefined || from === 1440) return undefined
  // A closing time of midnight or at the hour of opening is the end of the day.
  return [from === to ? { from: 0, to: 1440 } : { from, to: to === 0 ? 1440 : to }]
}

/** The tokens of a part between semicolons; undefined where it says something else too. */
function tokenize(part: string): Token[] | undefined {
  const found: Token[] = []
  for (let rest = part.trim(); rest !== '';) {
    const [kind, match] = findToken(rest) ?? []
    if (match === undefined) {
      const skipped = filler.exec(rest)
      if (skipped === null) return undefined
      rest = rest.slice(skipped[0].length)
      continue
    }
    if (kind === 'days') found.push({ kind, days: readDays(match) })
    else {
      const spans = readTimes(match)
      if (spans === undefined) return undefined
      found.push({ kind: 'times', spans })
    }
    rest = rest.slice(match[0].length)
  }
  return found
}

function findToken(rest: string): ['days' | 'times', RegExpExecArray] | undefined {
  for (const [kind, pattern] of tokens) {
    const match = pattern.exec(rest)
    if (match !== null) return [kind, match]
  }
  return undefined
}

/** Pairs days with the times beside them, whichever come first; undefined where one is left over. */
function pair(found: readonly Token[]): { days: number[]; spans: Span[] }[] | undefined {
  const groups: Token[] = []
  for (const token of found) {
    const last = groups.at(-1)
    if (last?.kind === 'days' && token.kind === 'days') last.days = [...last.days, ...token.days]
    else if (last?.kind === 'times' && token.kind === 'times') last.spans = [...last.spans, ...token.spans]
    else groups.push({ ...token })
  }
  const [first] = groups
  if (groups.length === 1 && first?.kind === 'times') return [{ days: everyDay, spans: first.spans }]
  if (groups.length % 2 === 1) return undefined
  return Array.from({ length: groups.length / 2 }, (_, index) => {
    const two = groups.slice(index * 2, index * 2 + 2)
    const days = two.find((token) => token.kind === 'days')!
    const times = two.find((token) => token.kind === 'times')!
    return { days: days.days, spans: times.spans }
  })
}

/** Remarks that change when a place is open, so that its hours are not those that are written. */
const changesHours =
  /\b(summer|winter|spring|fall|autumn|season\w*|holidays?|ph|hours|appointment|contact|call|dawn|dusk|sun(?:rise|set)|except|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\b|\d\s*(?:am|pm)\b|\d:\d\d/i

/**
 * Converts hours in words to the syntax of OpenStreetMap; null for hours that cannot be told with certainty, such as
 * "Dealership business hours" or those of a season. Remarks ("pay lot") are left out; 23:59 is midnight.
 */
export function parseWordedHours(words: string): string | null {
  const week: (Span[] | undefined)[] = everyDay.map(() => undefined)
  for (const part of words.split(';').filter((text) => text.trim() !== '')) {
    // "MO: Not Specified" says nothing of the day.
    if (/:\s*not specified\s*$/i.test(part)) continue
    const pairs = pair(tokenize(part) ?? [])
    if (pairs === undefined || pairs.length === 0) {
      if (changesHours.test(part.replace(/\b24 hours?\b/i, '').replace(/\b\d+ ?hours? (?:time )?limit\b/i, '')))
        return null
      continue
    }
    for (const { days, spans } of pairs)
      for (const day of days) {
        // Two hours for one day, such as those of two seasons.
        if (week[day] !== undefined) return null
        week[day] = spans
      }
  }
  return week.every((spans) => spans === undefined) ? null : formatWeek(week.map((spans) => spans ?? []))
}
