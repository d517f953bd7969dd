import { expect, test } from 'vitest'
import { frameOf, listNamedFiles, withMoment } from './frames.ts'

test('one frame serves every booking, and other pages have none', () => {
  expect(['/bookings', '/bookings/', '/Bookings'].map(frameOf)).toEqual(['/bookings', '/bookings', '/bookings'])
  expect(frameOf('/booking-details/7K492MXQ')).toBe('/booking-details/pass')
  expect(['/guard', '/Guard/'].map(frameOf)).toEqual(['/guard', '/guard'])
  expect(['/desk/pos', '/desk/pos/'].map(frameOf)).toEqual(['/desk/pos', '/desk/pos'])
  expect(['/desk', '/desk/shifts', '/desk/pos/x'].map(frameOf)).toEqual(Array(3).fill(undefined))
  expect(['/', '/booking-details', '/booking/7K49', '/bookings/past', '/wallet'].map(frameOf)).toEqual(
    Array(5).fill(undefined),
  )
})

test('lists each file that a page names once', () => {
  const html = `<link rel="stylesheet" href="/assets/a-1.css"><script src="/assets/b-2.js"></script>
    <template><link rel="prefetch" href="/assets/a-1.css" /></template><a href="/bookings">/assets/c.js</a>`
  expect(listNamedFiles(html)).toEqual(['/assets/a-1.css', '/assets/b-2.js'])
  expect(listNamedFiles('<p></p>')).toEqual([])
})

test('a kept frame takes its time from the moment it is opened', () => {
  const html = '<script>{"rendered_at":"2026-11-01T00:00:00.000Z","language":"fr"}</script>'
  expect(withMoment(html, new Date('2026-11-09T08:00:00Z'))).toContain('"rendered_at":"2026-11-09T08:00:00.000Z","lang')
})
