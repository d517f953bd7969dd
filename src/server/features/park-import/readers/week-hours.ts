/** Minutes from midnight; `to` is 1440 at most, and not after `from` where the hours end on the next day. */
export type Span = { from: number; to: number }

const dayCodes = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const lastMinute = 1439

const formatClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
/** Nobody closes for one minute: 23:59 is midnight. */
export const formatSpan = ({ from, to }: Span): string =>
  `${formatClock(from)}-${formatClock(to === lastMinute || to === 0 ? 1440 : to)}`

/** Spans in order; those that touch are one. Spans past midnight are kept apart. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const late = spans.filter(({ from, to }) => to < from && to > 0)
  const joined: Span[] = []
  for (const { from, to } of spans.filter((span) => !late.includes(span)).toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    const end = to === lastMinute || to === 0 ? 1440 : to
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, end)
    else joined.push({ from, to: end })
  }
  return [...joined, ...late]
}

/** Formats the hours of each day, from Monday, in the syntax of OpenStreetMap. A day without hours is closed. */
export function formatWeek(week: readonly (readonly Span[])[]): string {
  const byDay = week.map((spans) => joinSpans(spans).map(formatSpan).join(','))
  if (byDay.every((hours) => hours === '00:00-24:00')) return '24/7'
  const parts: string[] = []
  for (let from = 0; from < dayCodes.length;) {
    let to = from
    while (to + 1 < dayCodes.length && byDay[to + 1] === byDay[from]) to += 1
    const days = from === to ? dayCodes[from] : `${dayCodes[from]}-${dayCodes[to]}`
    parts.push(`${days} ${byDay[from] === '' ? 'off' : byDay[from]}`)
    from = to + 1
  }
  return parts.join('; ')
}
