import { expect, test } from 'vitest'
import { formatSpecialDays, includesDay, splitSpecialDays } from './special-days.ts'

test.each([
  ['Mo-Fr 08:00-18:00; Dec 25 off', 'Mo-Fr 08:00-18:00', ['12-25 12-25 off']],
  ['24/7; 2026 Dec 24-2027 Jan 2 09:00-12:00', '24/7', ['2026-12-24 2027-01-02 09:00-12:00']],
  [
    'Mo-Su 08:00-20:00; PH off; Dec 24-26 closed; Jan 01 24/7',
    'Mo-Su 08:00-20:00; PH off',
    ['12-24 12-26 off', '01-01 01-01 24/7'],
  ],
  ['Mo-Fr 08:00-18:00; Dec 24-Jan 02 off', 'Mo-Fr 08:00-18:00', ['12-24 01-02 off']],
  // Later rules take the place of earlier ones, so these are no exceptions from the week.
  ['Dec 25 off; Mo-Su 08:00-20:00', 'Dec 25 off; Mo-Su 08:00-20:00', []],
  ['Apr-Oct 08:00-18:00', 'Apr-Oct 08:00-18:00', []],
  ['24/7; Feb 30 off', '24/7; Feb 30 off', []],
  ['24/7; 2026 Dec 26-24 off', '24/7; 2026 Dec 26-24 off', []],
])('splits %s', (text, week, special) => {
  const read = splitSpecialDays(text)
  expect([read.week, read.special.map(({ from, to, hours }) => `${from} ${to} ${hours}`)]).toEqual([week, special])
  expect(splitSpecialDays([read.week, ...read.special.map(formatSpecialDays)].join('; ')).special).toHaveLength(
    special.length,
  )
})

test('days of every year may end in the next', () => {
  const [holidays] = splitSpecialDays('24/7; Dec 24-Jan 02 off').special
  const days = ['2026-12-23', '2026-12-24', '2027-01-01', '2027-01-03']
  expect(days.map((day) => includesDay(holidays!, day))).toEqual([false, true, true, false])
  const [once] = splitSpecialDays('24/7; 2026 Dec 24-26 off').special
  expect(['2026-12-25', '2027-12-25'].map((day) => includesDay(once!, day))).toEqual([true, false])
})
