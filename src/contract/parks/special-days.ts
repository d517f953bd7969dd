/* Days with hours of their own, at the end of opening hours in the syntax of OpenStreetMap: `Dec 25 off`. */

/** `from` and `to` are `2026-12-25`, or `12-25` for those of every year, which may end in the next one. */
export interface SpecialDays {
  from: string
  to: string
  /** `off`, `24/7` or times. */
  hours: string
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const date = String.raw`(?:(\d{4}) )?(${months.join('|')}) (\d{1,2})`
const times = String.raw`\d\d:\d\d-\d\d:\d\d`
const rulePattern = new RegExp(`^${date}(?:-(?:${date}|(\\d{1,2})))? (off|closed|24/7|${times}(?:, ?${times})*)$`)

const two = (number: number | string): string => String(number).padStart(2, '0')
const dayIn = (year: string | undefined, month: string, day: string): string =>
  `${year === undefined ? '' : `${year}-`}${two(months.indexOf(month) + 1)}-${two(day)}`

/** Whether a date exists; the 29th of February does every year. */
const exists = (day: string): boolean => {
  const whole = day.length === 5 ? `2028-${day}` : day
  return new Date(`${whole}T00:00Z`).toJSON()?.slice(0, 10) === whole
}

function readRule(rule: string): SpecialDays | undefined {
  const match = rulePattern.exec(rule.trim().replaceAll(/\s+/g, ' '))
  if (match === null) return undefined
  const [, year, month, day, toYear, toMonth, toDay, sameMonth, hours] = match as unknown as [
    string,
    string | undefined,
    string,
    string,
    string | undefined,
    string | undefined,
    string | undefined,
    string | undefined,
    string,
  ]
  const from = dayIn(year, month, day)
  const to = toMonth !== undefined ? dayIn(toYear ?? year, toMonth, toDay!) : dayIn(year, month, sameMonth ?? day)
  const isWhole = from.length === to.length && exists(from) && exists(to) && (from.length === 5 || from <= to)
  return isWhole ? { from, to, hours: hours === 'closed' ? 'off' : hours } : undefined
}

/** Opening hours without the days at their end that have hours of their own, and these. Other dates stay with the week. */
export function splitSpecialDays(text: string): { week: string; special: SpecialDays[] } {
  const rules = text.split(';').filter((rule) => rule.trim() !== '')
  const read = rules.map(readRule)
  const first = read.findLastIndex((days) => days === undefined) + 1
  // Before them, they would hold for those that come later.
  return {
    week: rules
      .slice(0, first)
      .map((rule) => rule.trim())
      .join('; '),
    special: read.slice(first).flatMap((days) => (days === undefined ? [] : [days])),
  }
}

const formatDay = (day: string): string => {
  const [month, number] = day.slice(-5).split('-')
  return `${day.length > 5 ? `${day.slice(0, 4)} ` : ''}${months[Number(month) - 1]} ${number}`
}

/** Writes days with hours of their own as a rule. */
export const formatSpecialDays = ({ from, to, hours }: SpecialDays): string =>
  `${formatDay(from)}${from === to ? '' : `-${formatDay(to)}`} ${hours === '24/7' ? '00:00-24:00' : hours}`

/** Whether a day, `2026-12-25`, is one of them. */
export function includesDay({ from, to }: Omit<SpecialDays, 'hours'>, day: string): boolean {
  if (from.length > 5) return from <= day && day <= to
  const own = day.slice(5)
  return from <= to ? from <= own && own <= to : own >= from || own <= to
}
