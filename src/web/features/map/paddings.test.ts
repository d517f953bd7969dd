import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paddingFor, project } from './paddings.ts'
import { labelHeight_px } from './pinLayout.ts'

const usual = { top: 56, right: 52, bottom: 60, left: 52 }
const corner = { width: 54, height: 99 }
const near = 15.5

const points = fc.array(
  fc.record({
    lat: fc.double({ min: 43.6, max: 43.7, noNaN: true }),
    lng: fc.double({ min: -79.45, max: -79.35, noNaN: true }),
    width: fc.constantFrom(0, 50, 78, 128),
  }),
  { minLength: 1, maxLength: 10 },
)
const frame = fc.record({ width: fc.integer({ min: 330, max: 1000 }), height: fc.integer({ min: 280, max: 800 }) })

test('keeps every pin inside the frame and clear of the buttons on any map that is large enough', () => {
  fc.assert(
    fc.property(points, frame, (marked, size) => {
      const padding = paddingFor(marked, size, corner, usual, near)
      const { spots } = project(marked, size, padding, near)!
      for (const [n, { x, y }] of spots.entries()) {
        const { width } = marked[n]!
        const [left, right] = [x - width / 2, x + width / 2]
        const top = y - (width === 0 ? 0 : labelHeight_px)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(right).toBeLessThanOrEqual(size.width)
        expect(top).toBeGreaterThanOrEqual(0)
        expect(right <= size.width - corner.width || top >= corner.height).toBe(true)
      }
    }),
  )
})

const small = { width: 416, height: 288 }
const west = { lat: 43.64, lng: -79.4, width: 70 }

test('returns the usual padding if no pin would be under the buttons', () => {
  expect(
    paddingFor(
      [west, { ...west, lat: 43.65, lng: -79.39, width: 0 }, { ...west, lat: 43.63, lng: -79.38 }],
      small,
      corner,
      usual,
      near,
    ),
  ).toEqual(usual)
})

test('adds as little padding as needed for a pin in the corner', () => {
  const all = [west, { ...west, lat: 43.65, lng: -79.38 }]
  const { right, top } = paddingFor(all, small, corner, usual, near)
  expect(right + top).toBeGreaterThan(usual.right + usual.top)
  const plain = project(all, small, usual, near)!.zoom
  expect(plain - project(all, small, { ...usual, right, top }, near)!.zoom).toBeLessThan(0.7)
})

test('returns the usual padding on a map too small for more', () => {
  expect(paddingFor([west], { width: 90, height: 90 }, corner, usual, near)).toEqual(usual)
})
