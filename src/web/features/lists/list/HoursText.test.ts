import { expect, test } from 'vitest'
import { describeHours } from './HoursText.tsx'

const words = { always: 'always', whole: '24 hours', closed: 'closed', holidays: 'holidays', special: 'other days' }
const describe = (text: string, locale: 'en' | 'en-US' | 'fr' = 'en') => describeHours(text, locale, words)

test.each([
  ['Mo-Fr 08:00-16:00', 'Mon–Fri 08:00–16:00'],
  ['Mo-Fr 08:00-16:00; Sa 09:00-13:00; PH off', 'Mon–Fri 08:00–16:00 · Sat 09:00–13:00 · holidays closed'],
  ['Mo,We 08:00-12:00,14:00-18:00', 'Mon 08:00–12:00, 14:00–18:00 · Wed 08:00–12:00, 14:00–18:00'],
  ['24/7', 'always'],
  ['Sa-Su 00:00-24:00', 'Sat–Sun 24 hours'],
  ['off', 'closed'],
  ['Mo-Fr 08:00-16:00; Dec 25 off', 'Mon–Fri 08:00–16:00 · other days'],
  ['sunrise-sunset', 'sunrise-sunset'],
])('describes %s', (text, said) => {
  expect(describe(text)).toBe(said)
})

test('follows the reader’s language and clock', () => {
  expect(describe('Mo-Fr 08:00-16:00', 'fr')).toBe('Lun.–Ven. 08:00–16:00')
  expect(describe('Mo-Fr 08:00-16:00', 'en-US').replaceAll(/\s/g, ' ')).toBe('Mon–Fri 8:00 AM–4:00 PM')
})
