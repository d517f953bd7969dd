import { describe, expect, test } from 'vitest'
import { coveredHeight, nearestPosition, offsetToShow } from './sheet.ts'

const stops = { peek: 0, half: 250, full: 530 }
const height_px = 730

test.each([
  [0, 'peek'],
  [124, 'peek'],
  [126, 'half'],
  [389, 'half'],
  [391, 'full'],
  [530, 'full'],
] as const)('rests at the nearest position: %i px is %s', (offset_px, position) => {
  expect(nearestPosition(offset_px, stops)).toBe(position)
})

test('counts positions that coincide on a low screen as the higher one', () => {
  expect(nearestPosition(0, { peek: 0, half: 0, full: 200 })).toBe('half')
})

test('covers the map up to the sheet, and as far as at half when it is full', () => {
  expect(coveredHeight('peek', stops, height_px)).toBe(200)
  expect(coveredHeight('half', stops, height_px)).toBe(450)
  expect(coveredHeight('full', stops, height_px)).toBe(450)
})

describe('scrolling a card into view', () => {
  const visible_px = 400

  test('leaves a visible card where it is', () => {
    expect(offsetToShow({ top: 1_100, height: 150 }, visible_px, 1_000)).toBe(1_000)
  })

  test('moves as little as possible, up or down', () => {
    expect(offsetToShow({ top: 900, height: 150 }, visible_px, 1_000)).toBe(892)
    expect(offsetToShow({ top: 1_500, height: 150 }, visible_px, 1_000)).toBe(1_258)
  })

  test('shows the top of a card that does not fit', () => {
    expect(offsetToShow({ top: 1_500, height: 600 }, visible_px, 1_000)).toBe(1_492)
    expect(offsetToShow({ top: 1_500, height: 600 }, visible_px, 1_800)).toBe(1_492)
  })

  test('does not scroll above the start of the list', () => {
    expect(offsetToShow({ top: 0, height: 150 }, visible_px, 40)).toBe(0)
  })
})
