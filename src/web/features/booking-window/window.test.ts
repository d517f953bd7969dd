import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runningQuarter, windowRules } from '#contract/bookings/booking-rules.ts'
import { isOnQuarter } from '#web/time/quarterHours.ts'
import { defaultWindow, fitWindow, latestStart, pricedMinutes } from './window.ts'

const now = new Date('2026-11-21T12:07:30Z')

const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })

describe('the window', () => {
  const at = (text: string) => new Date(`2026-11-${text}:00Z`)

  test('starts in the current quarter hour, which is free, and lasts two full hours by default', () => {
    expect(fitWindow(undefined, undefined, now)).toEqual({ start: at('21T12:00'), end: at('21T14:15') })
  })

  test('starts now and keeps its end if its start has passed', () => {
    expect(fitWindow(at('21T09:00'), at('21T17:30'), now)).toEqual({ start: at('21T12:00'), end: at('21T17:30') })
  })

  test('becomes the default window if it is over', () => {
    expect(fitWindow(at('20T09:00'), at('20T17:30'), now)).toEqual(defaultWindow(now))
  })

  test('is rounded outwards to quarter hours', () => {
    expect(fitWindow(at('21T15:20'), at('21T17:05'), now)).toEqual({ start: at('21T15:15'), end: at('21T17:15') })
  })

  test('can always be booked', () => {
    fc.assert(
      fc.property(fc.option(instants, { nil: undefined }), fc.option(instants, { nil: undefined }), (start, end) => {
        expectBookable(fitWindow(start, end, now))
      }),
    )
  })
})

function expectBookable({ start, end }: { start: Date; end: Date }) {
  expect(isOnQuarter(start) && isOnQuarter(end)).toBe(true)
  expect(start >= runningQuarter(now) && start <= latestStart(now)).toBe(true)
  expect(pricedMinutes({ start, end }, now)).toBeGreaterThanOrEqual(windowRules.least_min)
  expect(pricedMinutes({ start, end }, now)).toBeLessThanOrEqual(windowRules.most_min)
}
