import { expect, test } from 'vitest'
import { isMeantForPreviousPage } from './lateClicks.ts'

test.each([
  { detail: 2, from: '/checkout/ABC', to: '/booking-details/XYZ', late: true },
  { detail: 3, from: '/checkout/ABC', to: '/booking-details/XYZ', late: true },
  { detail: 1, from: '/checkout/ABC', to: '/booking-details/XYZ', late: false },
  { detail: 2, from: '/search', to: '/search', late: false },
  // Clicks by keyboard have detail 0.
  { detail: 0, from: '/checkout/ABC', to: '/booking-details/XYZ', late: false },
])('click $detail from $from at $to: $late', ({ detail, from, to, late }) => {
  expect(isMeantForPreviousPage(detail, from, to)).toBe(late)
})
