import { expect, test } from 'vitest'
import { isOpeningHours } from '#server/features/parks/opening-hours.ts'
import { parseWordedHours } from './worded-hours.ts'

const everyDay = (hours: string) =>
  ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((day) => `${day} ${hours}`).join('; ')

test.each([
  ['24 hours daily', '24/7'],
  ['24 Hours Daily', '24/7'],
  ['24/7', '24/7'],
  ['Open 24 hours a day', '24/7'],
  ['24 hours daily; pay lot', '24/7'],
  ['24 hours daily; permit required; 2 hour time limit', '24/7'],
  ['8am-5pm daily', 'Mo-Su 08:00-17:00'],
  ['8am-11:30pm daily', 'Mo-Su 08:00-23:30'],
  ['6am-12am', 'Mo-Su 06:00-24:00'],
  ['Mon-Fri 8am-5pm', 'Mo-Fr 08:00-17:00; Sa-Su off'],
  ['8am-5pm M-F', 'Mo-Fr 08:00-17:00; Sa-Su off'],
  ['8am-5pm M-Th, 8am-noon Fri', 'Mo-Th 08:00-17:00; Fr 08:00-12:00; Sa-Su off'],
  ['8am-6pm M-F, 9am-5pm Sat, 10am-4pm Sun', 'Mo-Fr 08:00-18:00; Sa 09:00-17:00; Su 10:00-16:00'],
  ['9am-8pm M-F, 9am-7pm Sat, 10am-6pm Sun; customer use only', 'Mo-Fr 09:00-20:00; Sa 09:00-19:00; Su 10:00-18:00'],
  ['MO: 6:00am-10:00pm; TU: 6:00am-10:00pm; WE: Closed', 'Mo-Tu 06:00-22:00; We-Su off'],
  ['MO: 6:00am-10:00pm; TU: Not Specified; WE: 24 hours', 'Mo 06:00-22:00; Tu off; We 00:00-24:00; Th-Su off'],
  [everyDay('5:00am - 10:59pm'), 'Mo-Su 05:00-22:59'],
  [everyDay('7:00am - 12:00am'), 'Mo-Su 07:00-24:00'],
  [everyDay('7:00am - 11:59pm'), 'Mo-Su 07:00-24:00'],
  [everyDay('12:00am - 11:59pm'), '24/7'],
  [everyDay('12:00am - 12:00am'), '24/7'],
  [everyDay('11:00pm - 10:59pm'), 'Mo-Su 23:00-22:59'],
  ['Mon, Wed & Fri 8:00 AM to 5:00 PM', 'Mo 08:00-17:00; Tu off; We 08:00-17:00; Th off; Fr 08:00-17:00; Sa-Su off'],
  ['Monday through Friday 8 a.m. - 5 p.m.', 'Mo-Fr 08:00-17:00; Sa-Su off'],
  ['Weekdays 7am-7pm; weekends 9am-5pm', 'Mo-Fr 07:00-19:00; Sa-Su 09:00-17:00'],
  ['Sat-Mon 10am-2pm', 'Mo 10:00-14:00; Tu-Fr off; Sa-Su 10:00-14:00'],
  ['Mon-Fri 08:00-12:00, 13:00-17:30', 'Mo-Fr 08:00-12:00,13:00-17:30; Sa-Su off'],
  ['Fri 6pm-2am', 'Mo-Th off; Fr 18:00-24:00; Sa 00:00-02:00; Su off'],
])('reads %s', (words, hours) => {
  expect(parseWordedHours(words)).toBe(hours)
  const where = { timezone: 'America/New_York', country_code: 'US', state_name: null }
  expect(isOpeningHours(hours, where)).toBe(true)
})

test.each([
  '',
  'Dealership business hours',
  'Garage hours',
  'Contact station for hours of availability.',
  'By appointment only; J1772 adapter available',
  '6am-9pm daily (summer); 6am-6pm daily (winter)',
  '9am-4pm daily (spring/fall); 9am-9pm daily (summer); closed winter',
  '24 hours daily; closed Oct to Apr',
  'Mon-Fri 8-5',
  'Mon-Fri 8am-25pm',
  'Mon-Fri 13pm-2pm',
  'Mon-Fri 8am-5pm; Mon 9am-5pm',
  'Mon-Fri 8am-5pm, call for weekends',
  'Employee and guest use only; non-employee use after hours',
  'sunrise to sunset',
  'Mon',
])('says nothing of hours that are not certain: %s', (words) => {
  expect(parseWordedHours(words)).toBeNull()
})
