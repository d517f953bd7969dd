import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  formatClock,
  formatClockHour,
  formatDate,
  formatDateRange,
  formatHour,
  formatClocksIn,
  formatRelativeDays,
  formatTime,
  zoneName,
} from '#contract/dates.ts'
import { formatDayOfYear, formatLongDay, formatWeekday } from '#contract/days.ts'
import { languageIn } from '#contract/formats.ts'
import { formatLength, formatTypedLength, parseLength } from '#contract/lengths.ts'
import { formatMoney } from '#contract/money.ts'
import { formatList, formatNumber, formatPercent } from '#contract/numbers.ts'
import { textLanguageOf } from '#contract/text-languages.ts'
import { sizeLimits } from '#contract/vehicles/size-limits.ts'
import { en } from '#i18n/en/index.ts'
import { web as enWeb } from '#i18n/en/web.ts'
import { fr } from '#i18n/fr/index.ts'
import { web as frWeb } from '#i18n/fr/web.ts'
import { rewordFor } from '#i18n/words.ts'
import { findWrongForms, readers, wordRules } from '#test/kits/forms-by-country.ts'

/** The formatters, one for each kind; and what asks `Intl` for something that nobody reads. */
const allowed: Readonly<Record<string, RegExp>> = {
  'src/contract/dates.ts': /DateTimeFormat|RelativeTimeFormat/,
  'src/contract/numbers.ts': /NumberFormat|ListFormat|DisplayNames/,
  'src/contract/money.ts': /NumberFormat/,
  'src/contract/wall-clock.ts': /DateTimeFormat/,
  // Which form of a plural a number takes.
  'src/i18n/translate.ts': /PluralRules/,
  // The region of a language, which previews want beside it.
  'src/server/rendering/page.ts': /Intl\.Locale\(/,
  // The days of a calendar, and an order that no country changes.
  'src/server/features/parks/holidays.ts': /DateTimeFormat/,
  'src/server/features/places/seed-countries.ts': /Collator/,
  // Pages of providers, which are not ours.
  'src/simulators/page.ts': /NumberFormat/,
}
/** The time zone of the device, and whether there is a zone of a name. */
const zones = /Intl\.DateTimeFormat\(\)\.resolvedOptions\(\)\.timeZone|Intl\.supportedValuesOf\('timeZone'\)/g

test('nothing but the formatter of its kind asks for the form of a date, a time, a number or a list', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.flatMap((path) => {
    const file = path.replaceAll('\\', '/')
    return readFileSync(path, 'utf8')
      .replaceAll(zones, '')
      .split('\n')
      .filter((line) => /\bnew Intl\.|\bIntl\.\w+\(|\.toLocale(?:Date|Time)?String\(/.test(line))
      .filter((line) => allowed[file]?.test(line) !== true)
      .map((line) => `${file}: ${line.trim()}`)
  })
  expect(found).toEqual([])
})

test('drivers choose dates in a field that writes them as the page does, not as the browser does', () => {
  const files = globSync('src/web/{features,shell,ui}/**/*.tsx').map((path) => path.replaceAll('\\', '/'))
  // Staff have the field of their browser.
  const ofDrivers = files.filter((file) => !/\/features\/(?:desk|lists|guard|courier)\/|\.test\.tsx$/.test(file))
  const found = ofDrivers.filter((file) => /type="date"/.test(readFileSync(file, 'utf8')))
  expect(found).toEqual(['src/web/ui/form/DateInput.tsx'])
})

const at = new Date('2026-12-01T19:05:00Z')
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  ['en-US', '2:05 PM', '2 PM', '8:30 AM', 'Dec 1, 2026', 'December 1, 2026', '1,234.5', '7.5%', '$1,234.50'],
  ['en-CA', '2:05 PM', '2 PM', '8:30 AM', 'Dec 1, 2026', 'December 1, 2026', '1,234.5', '7.5%', 'USD 1,234.50'],
  ['fr-CA', '14 h 05', '14 h', '8 h 30', '1er déc. 2026', '1er décembre 2026', '1 234,5', '7,5 %', '1 234,50 USD'],
  ['en-NG', '14:05', '14:00', '08:30', '1 Dec 2026', '1 December 2026', '1,234.5', '7.5%', 'USD 1,234.50'],
  ['fr-SN', '14:05', '14:00', '08:30', '1er déc. 2026', '1er décembre 2026', '1 234,5', '7,5 %', '1 234,50 USD'],
])('%s: %s, %s, %s, %s, %s, %s, %s, %s', (locale, ...expected) => {
  const zone = 'America/Toronto'
  const written = [
    formatTime(at, zone, locale),
    formatHour(new Date('2026-12-01T19:00Z'), zone, locale),
    formatClock('08:30', locale),
    formatDate(at, locale, { timeZone: zone, dateStyle: 'medium' }),
    formatLongDay('2026-12-01', locale),
    formatNumber(1_234.5, locale),
    formatPercent(7.5, locale),
    formatMoney(1_234.5, 'USD', locale),
  ]
  expect(written.map(plain)).toEqual(expected)
})

test('every full hour, range, rule and weekday has the form of its reader', () => {
  const hours = (locale: string) => [0, 4, 12, 20, 24].map((hour) => plain(formatClockHour(hour, locale)))
  expect(hours('en-US')).toEqual(['12 AM', '4 AM', '12 PM', '8 PM', '12 AM'])
  expect(hours('fr-CA')).toEqual(['0 h', '4 h', '12 h', '20 h', '0 h'])
  expect(hours('en-NG')).toEqual(['00:00', '04:00', '12:00', '20:00', '00:00'])
  const rule = 'Mo-Fr 08:00-18:30; PH off'
  expect(plain(formatClocksIn(rule, 'en-US'))).toBe('Mo-Fr 8:00 AM-6:30 PM; PH off')
  expect(plain(formatClocksIn(rule, 'fr-CA'))).toBe('Mo-Fr 8 h 00-18 h 30; PH off')
  expect(formatClocksIn(rule, 'fr-SN')).toBe(rule)
  const range = (locale: string) =>
    plain(formatDateRange(at, new Date(at.getTime() + 3_600_000), locale, { timeZone: 'UTC', timeStyle: 'short' }))
  expect(range('en-US')).toBe('7:05 – 8:05 PM'.replaceAll(' – ', '–'))
  expect(range('fr-CA')).toBe('19 h 05–20 h 05')
  expect([1, 7, 0].map((day) => formatWeekday(day, 'en-NG'))).toEqual(['Monday', 'Sunday', 'Sunday'])
  expect(formatWeekday(1, 'fr-CA', 'short')).toBe('lun.')
  expect(formatDayOfYear('2026-12-06', 'en-CA')).toBe('Dec 6')
  expect(formatRelativeDays(1, 'fr-CA')).toBe('demain')
  expect(formatList(['a', 'b', 'c'], 'fr-CA')).toBe('a, b et c')
})

test('the offset of a time zone is no time of day', () => {
  expect(zoneName(at, 'Asia/Kolkata', 'fr-CA', 'longOffset')).toBe('UTC+05:30')
  const zoned = { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit', timeZoneName: 'longOffset' } as const
  expect(plain(formatDate(at, 'fr-CA', zoned))).toBe('0 h 35 UTC+05:30')
})

test.each([
  ['6 ft 8 in', 203],
  ['6\u00a0ft\u00a08\u00a0in', 203],
  ['6\'8"', 203],
  ['6’ 8”', 203],
  ['6 8', 203],
  ['6 ft', 183],
  ['6.5', 198],
  ['80 in', 203],
  ['7', 213],
])('in the United States, %s is typed for %i cm', (text, length_cm) => {
  expect(parseLength(text, 'en-US')).toBe(length_cm)
})

test('what is typed for a size reads again as it was typed, and nonsense is refused', () => {
  for (const locale of ['en-US', 'fr-US', 'en-CA', 'fr-SN'])
    for (const [least, most] of Object.values(sizeLimits))
      for (let length_cm = least; length_cm <= most; length_cm += 1) {
        const typed = formatTypedLength(length_cm, locale)
        const read = parseLength(typed, locale)!
        expect(Math.abs(read - length_cm)).toBeLessThanOrEqual(2)
        expect(formatTypedLength(read, locale)).toBe(typed)
      }
  for (const text of ['', 'tall', '6 m', '-6', '6 ft 8 in 2']) expect(parseLength(text, 'en-US')).toBeUndefined()
  for (const text of ['', '2.03', '6 ft']) expect(parseLength(text, 'en-CA')).toBeUndefined()
  expect(plain(formatLength(203, 'en-US'))).toBe('6 ft 8 in')
})

const sentencesOf = (value: object): string[] =>
  Object.values(value).flatMap((part) => (typeof part === 'string' ? [part] : sentencesOf(part as object)))
const catalogues = { en: [en, enWeb], fr: [fr, frWeb] }

/** Also those of the pages and emails that no other test shows: orders, the desk, the app of guards. */
test.each(readers)('every sentence and content page has the words of its reader: %s', (reader) => {
  const language = languageIn(reader)
  const reword = rewordFor(reader) ?? ((text: string) => text)
  const pages = globSync(`content/${language}/**/*.md`).flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  // Fields of a page's head and addresses are no words for readers.
  const lines = pages.map((line) =>
    line.replace(/^(?:id|kind|icon|picture|tags?|date|to): .*/, '').replaceAll(/\]\([^)]*\)|\{[^}]*\}/g, ''),
  )
  const sentences = catalogues[textLanguageOf(language)]
    .flatMap(sentencesOf)
    .map((sentence) => sentence.replaceAll(/\{\{.*?\}\}/g, '…'))
  const all = [...sentences, ...lines]
  expect(all.length).toBeGreaterThan(3_000)
  expect([...new Set(all.flatMap((text) => findWrongForms(reword(text), reader, { only: wordRules })))]).toEqual([])
})
