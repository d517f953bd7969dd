import { distanceM, type Point } from '#server/geo.ts'

/** A delivery with the time at which it is due (milliseconds since 1970) and where it goes; undefined without an address. */
export interface Stop {
  due_ms: number
  point: Point | undefined
}

/**
 * Returns stops in the order in which they are best brought: those due first come first, and of those due at the same time
 * always the nearest one, from `start` on. Stops without a point come last among these.
 */
export function orderStops<S extends Stop>(start: Point, stops: readonly S[]): S[] {
  const ordered: S[] = []
  let at = start
  const groups = [...Map.groupBy(stops, ({ due_ms }) => due_ms)].toSorted(([a], [b]) => a - b)
  for (const [, group] of groups) {
    const left = [...group]
    while (left.length > 0) {
      const next = findNearest(at, left)
      left.splice(left.indexOf(next), 1)
      ordered.push(next)
      at = next.point ?? at
    }
  }
  return ordered
}

function findNearest<S extends Stop>(at: Point, stops: readonly S[]): S {
  const away = ({ point }: S) => (point === undefined ? Infinity : distanceM(at, point))
  return stops.reduce((nearest, stop) => (away(stop) < away(nearest) ? stop : nearest))
}
