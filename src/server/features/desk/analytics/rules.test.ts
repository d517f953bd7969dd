import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyticsSteps, countedDevices } from '#contract/desk/analytics.ts'
import { calculatePercent, sumSteps } from './rules.ts'

test('each step has its share of the one before in its funnel', () => {
  const counts = [
    { step: 'search', device: 'phone', count: 150 },
    { step: 'search', device: 'desktop', count: 50 },
    { step: 'park_page', device: 'phone', count: 100 },
    { step: 'booking', device: 'unknown', count: 3 },
    { step: 'item_page', device: 'tablet', count: 40 },
    { step: 'cart', device: 'tablet', count: 10 },
    { step: 'order', device: 'tablet', count: 2 },
    { step: 'top_up_started', device: 'phone', count: 8 },
    { step: 'top_up_completed', device: 'phone', count: 7 },
  ] as const
  expect(sumSteps(counts, () => true).map(({ step, count, percent }) => [step, count, percent])).toEqual([
    ['search', 200, null],
    ['park_page', 100, 50],
    ['quote', 0, 0],
    ['booking', 3, null],
    ['item_page', 40, null],
    ['cart', 10, 25],
    ['checkout', 0, 0],
    ['order', 2, null],
    ['top_up_started', 8, null],
    ['top_up_completed', 7, 87.5],
  ])
  const own = sumSteps(counts, (step) => step === 'park_page' || step === 'booking')
  expect(own.map(({ step, percent }) => [step, percent])).toEqual([
    ['park_page', null],
    ['booking', 3],
  ])
  const ofBranch = sumSteps(counts, (step) => step === 'cart' || step === 'order')
  expect(ofBranch.map(({ step, percent }) => [step, percent])).toEqual([
    ['cart', null],
    ['order', 20],
  ])
})

test('a share may be above 100 % and has one decimal', () => {
  expect([calculatePercent(3, 2), calculatePercent(1, 3), calculatePercent(0, 0)]).toEqual([150, 33.3, null])
})

test('the devices of a step add up to its count', () => {
  const count = fc.record({
    step: fc.constantFrom(...analyticsSteps),
    device: fc.constantFrom(...countedDevices),
    count: fc.integer({ min: 0, max: 1_000_000 }),
  })
  fc.assert(
    fc.property(fc.array(count), (counts) => {
      const steps = sumSteps(counts, () => true)
      for (const step of steps) expect(Object.values(step.devices).reduce((a, b) => a + b)).toBe(step.count)
      const total = (all: readonly { count: number }[]) => all.reduce((sum, entry) => sum + entry.count, 0)
      expect(total(steps)).toBe(total(counts))
    }),
  )
})
