/**
 * Public holidays of the countries that the `opening_hours` library does not know, in its syntax.
 * Islamic feasts follow the Umm al-Qura calendar: the sighting of the moon may move them by a day.
 */
interface Holidays {
  /** Dates of every year; those tied to Easter are relative to Easter Sunday. */
  yearly: readonly string[]
  /** Month and day of the Islamic year. */
  islamic: readonly (readonly [month: number, day: number])[]
}

const holidays: Record<string, Holidays> = {
  NG: {
    yearly: ['Jan 01', 'easter -2 days', 'easter +1 day', 'May 01', 'Jun 12', 'Oct 01', 'Dec 25', 'Dec 26'],
    // Mawlid, Eid al-Fitr and Eid al-Adha with their second days.
    islamic: [
      [3, 12],
      [10, 1],
      [10, 2],
      [12, 10],
      [12, 11],
    ],
  },
  SN: {
    // With Easter Monday, Ascension and Whit Monday.
    yearly: [
      'Jan 01',
      'Apr 04',
      'easter +1 day',
      'easter +39 days',
      'easter +50 days',
      'May 01',
      'Aug 15',
      'Nov 01',
      'Dec 25',
    ],
    // Tamkharit, Grand Magal, Gamou, Korité, Tabaski.
    islamic: [
      [1, 10],
      [2, 18],
      [3, 12],
      [10, 1],
      [12, 10],
    ],
  },
}

const weekdays = '(?:Mo|Tu|We|Th|Fr|Sa|Su|PH)(?:-(?:Mo|Tu|We|Th|Fr|Sa|Su))?'
const dayRule = new RegExp(`^(${weekdays}(?:,${weekdays})*)\\s+(.*)$`)

/** Whether `PH` in a country's hours must be replaced by dates. */
export const needsHolidays = (hours: string, country_code: string): boolean =>
  country_code in holidays && /\bPH\b/.test(hours)

/**
 * Returns the hours with `PH` replaced by the dates of that year and the years before and after, or undefined when `PH`
 * is used in a way that can't be replaced.
 */
export function withHolidays(hours: string, country_code: string, year: number): string | undefined {
  const known = holidays[country_code]
  if (known === undefined) return undefined
  const dates = [...known.yearly, ...[year - 1, year, year + 1].flatMap((entry) => islamicDates(known, entry))].join(
    ',',
  )
  const rules: string[] = []
  for (const rule of hours.split(';').map((part) => part.trim())) {
    if (!/\bPH\b/.test(rule)) {
      rules.push(rule)
      continue
    }
    const [, days, rest] = dayRule.exec(rule) ?? []
    if (days === undefined || rest === undefined || /\bPH\b/.test(rest)) return undefined
    const others = days.split(',').filter((day) => day !== 'PH')
    if (others.length > 0) rules.push(`${others.join(',')} ${rest}`)
    rules.push(`${dates} ${rest}`)
  }
  return rules.join('; ')
}

const calendar = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
  timeZone: 'UTC',
  month: 'numeric',
  day: 'numeric',
})
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function islamicDates({ islamic }: Holidays, year: number): string[] {
  const days = Array.from({ length: 366 }, (_, n) => new Date(Date.UTC(year, 0, 1 + n)))
  return days
    .filter((day) => day.getUTCFullYear() === year)
    .filter((day) => {
      const parts = calendar.formatToParts(day)
      const numberOf = (type: string) => Number(parts.find((part) => part.type === type)?.value)
      return islamic.some(([month, date]) => numberOf('month') === month && numberOf('day') === date)
    })
    .map((day) => `${year} ${months[day.getUTCMonth()]} ${String(day.getUTCDate()).padStart(2, '0')}`)
}
