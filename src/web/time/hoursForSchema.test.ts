import { expect, test } from 'vitest'
import { hoursForSchema } from './hoursForSchema.ts'

test.each([
  [null, []],
  ['24/7', ['Mo-Su']],
  ['Mo-Fr 08:00-18:00; Sa 09:00-12:00', ['Mo-Fr 08:00-18:00', 'Sa 09:00-12:00']],
  ['Mo-Fr 08:00-12:00,14:00-18:00', ['Mo-Fr 08:00-12:00', 'Mo-Fr 14:00-18:00']],
  ['Mo-We, Sa 08:00-18:00', ['Mo-We,Sa 08:00-18:00']],
  ['07:00-22:00', ['Mo-Su 07:00-22:00']],
  ['Mo-Sa 07:00-22:00; PH off', ['Mo-Sa 07:00-22:00']],
  ['Mo-Su 08:00-18:00; Sa 10:00-12:00', []],
  ['Fr-Mo 08:00-18:00; Sa 10:00-12:00', []],
  ['Mo-Fr sunrise-sunset', []],
  ['Mo-Fr 08:00-18:00 "<script>"', []],
  ['2026 Mo-Fr 08:00-18:00', []],
])('%s is told as %j', (text, hours) => {
  expect(hoursForSchema(text)).toEqual(hours)
})
