import type { Part } from '../storage/layout.ts'
import type { Box, Filter } from '../types.ts'
import { chord2Above, chord2Below, metresOf, Origin } from './sphere.ts'
import { leafRows } from './tree-shape.ts'
import { all, none, some, walkTree, type Verdict } from './tree.ts'

/** An area that classifies tree nodes and tests rows exactly. */
export interface Region {
  judge: (part: Part, node: number) => Verdict
  holds: (part: Part, row: number) => boolean
}

export function regionOf({ within, box }: Pick<Filter, 'within' | 'box'>): Region | undefined {
  const circle = within === undefined ? undefined : circleRegion(new Origin(within), within.radius_m)
  return intersectRegions(circle, box === undefined ? undefined : boxRegion(box))
}

export function intersectRegions(a: Region | undefined, b: Region | undefined): Region | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return {
    judge: (part, node) => {
      const verdict = a.judge(part, node)
      if (verdict === none) return none
      const other = b.judge(part, node)
      return other === none ? none : verdict === all && other === all ? all : some
    },
    holds: (part, row) => a.holds(part, row) && b.holds(part, row),
  }
}

/** Splits a box at ±180° so that west is before east. */
export function splitBox(box: Box): Box[] {
  return box.west <= box.east
    ? [box]
    : [
        { ...box, east: 180 },
        { ...box, west: -180 },
      ]
}

export function boxRegion(box: Box): Region {
  const boxes = splitBox(box)
  return {
    judge: ({ degrees }, node) => {
      const at = node * 4
      let verdict: Verdict = none
      for (const { west, south, east, north } of boxes) {
        if (degrees[at + 1]! < south || degrees[at]! > north || degrees[at + 3]! < west || degrees[at + 2]! > east)
          continue
        if (degrees[at]! >= south && degrees[at + 1]! <= north && degrees[at + 2]! >= west && degrees[at + 3]! <= east)
          return all
        verdict = some
      }
      return verdict
    },
    holds: ({ lat, lng }, row) => {
      const north = lat[row]!
      const east = lng[row]!
      for (const each of boxes)
        if (north >= each.south && north <= each.north && east >= each.west && east <= each.east) return true
      return false
    },
  }
}

/** The region within `distance_m`, by the same distance that search results show. */
export function circleRegion(origin: Origin, distance_m: number): Region {
  const never = chord2Above(distance_m)
  const surely = chord2Below(distance_m)
  return {
    judge: ({ spheres }, node) => {
      if (origin.nearestChord2(spheres, node * 6) > never) return none
      return origin.farthestChord2(spheres, node * 6) < surely ? all : some
    },
    holds: ({ lat, lng }, row) => metresOf(origin.haversine(lat[row]!, lng[row]!)) <= distance_m,
  }
}

/**
 * Visits the rows of [`from`, `to`) in the region: ranges where all are inside, single rows elsewhere. Stops when
 * `visit` returns true.
 */
export function walkRegion(
  part: Part,
  region: Region | undefined,
  from: number,
  to: number,
  visit: (from: number, to: number) => boolean | void,
): void {
  if (region === undefined) {
    if (from < to) visit(from, to)
    return
  }
  const each = (begin: number, end: number): boolean => {
    for (let row = begin; row < end; row += 1) if (region.holds(part, row) && visit(row, row + 1) === true) return true
    return false
  }
  if (to - from <= leafRows) each(from, to)
  else
    walkTree(part, from, to, region.judge, (begin, end, surely) =>
      surely ? visit(begin, end) === true : each(begin, end),
    )
}
