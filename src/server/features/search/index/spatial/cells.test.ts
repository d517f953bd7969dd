import fc from 'fast-check'
import { expect, test } from 'vitest'
import { edgesOfSquare, edgesOfTile, toSquareId, type Tile } from '#contract/parks/map-square.ts'
import { points } from '../generated-entries.ts'
import { cellOf, cellsOf, maxZoom, quartersOf, rangeOf, tilesIn } from './cells.ts'

const tiles: fc.Arbitrary<Tile> = fc
  .tuple(
    fc.integer({ min: 0, max: maxZoom - 1 }),
    fc.double({ min: 0, max: 0.999999, noNaN: true }),
    fc.double({ min: 0, max: 0.999999, noNaN: true }),
  )
  .map(([z, x, y]) => ({ z, x: Math.floor(x * 2 ** z), y: Math.floor(y * 2 ** z) }))

test('splits a tile’s interval of the curve into its quarters', () => {
  fc.assert(
    fc.property(tiles, (tile) => {
      const pieces = quartersOf(tile)
        .map(cellsOf)
        .toSorted(([a], [b]) => a - b)
      const [first, last] = cellsOf(tile)
      expect(pieces[0]![0]).toBe(first)
      expect(pieces[3]![1]).toBe(last)
      for (const [index, piece] of pieces.slice(1).entries()) expect(piece[0]).toBe(pieces[index]![1])
    }),
  )
})

test('places a point’s cell in the tiles that contain the point', () => {
  fc.assert(
    fc.property(points, fc.integer({ min: 0, max: 20 }), ({ lat, lng }, z) => {
      const cell = cellOf(lat, lng)
      let tile: Tile = { z: 0, x: 0, y: 0 }
      while (tile.z < z) {
        const inside = quartersOf(tile).filter((quarter) => {
          const [first, last] = cellsOf(quarter)
          return cell >= first && cell < last
        })
        expect(inside).toHaveLength(1)
        tile = inside[0]!
      }
      const { west, south, east, north } = edgesOfTile(tile)
      expect(edgesOfSquare(toSquareId(tile))).toEqual({ west, south, east, north })
      expect(lng).toBeGreaterThanOrEqual(west - 1e-9)
      expect(lng).toBeLessThanOrEqual(east + 1e-9)
      expect(lat).toBeGreaterThanOrEqual(south - 1e-9)
      expect(lat).toBeLessThanOrEqual(north + 1e-9)
    }),
  )
})

test('counts the tiles in a box', () => {
  expect(tilesIn(rangeOf({ west: -180, south: -90, east: 180, north: 90 }), 3)).toBe(64)
  expect(tilesIn(rangeOf({ west: 10, south: 10, east: 10, north: 10 }), 20)).toBe(1)
})
