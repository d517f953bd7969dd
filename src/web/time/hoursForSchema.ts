const day = '(?:Mo|Tu|We|Th|Fr|Sa|Su)'
const span = String.raw`\d\d:\d\d-\d\d:\d\d`
const rule = new RegExp(`^(?:(${day}(?:[-,]${day})*) )?(${span}(?:,${span})*)$`)
const week = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/**
 * Opening hours as schema.org writes them, of those of OpenStreetMap that say the same there: days and hours of an
 * ordinary week. Empty for anything else, rather than half of it.
 */
export function hoursForSchema(text: string | null): string[] {
  if (text === null) return []
  if (text.trim() === '24/7') return ['Mo-Su']
  const listed = new Set<string>()
  const hours: string[] = []
  for (const part of text.split(';').map((part) => part.trim().replaceAll(/,\s+/g, ','))) {
    // What holidays do has no word there.
    if (part === '' || /^(PH|SH)\b/.test(part)) continue
    const [, days = 'Mo-Su', spans] = rule.exec(part) ?? []
    if (spans === undefined) return []
    for (const entry of daysOf(days)) {
      // A later rule takes the place of an earlier one here, and is added to it there.
      if (listed.has(entry)) return []
      listed.add(entry)
    }
    hours.push(...spans.split(',').map((part) => `${days} ${part}`))
  }
  return hours
}

const daysOf = (days: string): string[] =>
  days.split(',').flatMap((part) => {
    const [from = '', to = from] = part.split('-')
    const first = week.indexOf(from)
    const count = (week.indexOf(to) - first + 7) % 7
    return Array.from({ length: count + 1 }, (_none, n) => week[(first + n) % 7]!)
  })
