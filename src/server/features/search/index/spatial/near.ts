import { RankedHeap, compareRanked, type Ranked } from '../ranking/ranked-heap.ts'
import { countRows, eachRow, holdsRow, type PartQuery } from '../selection/select.ts'
import { TestedRows } from '../selection/selection.ts'
import type { Page, Point } from '../types.ts'
import { intersectRegions, circleRegion, type Region } from './region.ts'
import { chord2Above, degreesOf, farthest_m, metresOf, Origin } from './sphere.ts'
import { childrenOf, fan, rowsBits } from './tree-shape.ts'
import { all, none, some } from './tree.ts'

/**
 * Up to `few` rows, each distance is computed. Down to position `deep` a heap keeps the nearest; beyond, rings are
 * counted.
 */
const few = 1024
const deep = 4096

/** Returns a page of rows by distance, then id, and the total count. */
export function nearest(queries: readonly PartQuery[], point: Point, page: Page): { items: Ranked[]; total: number } {
  const origin = new Origin(point)
  const total = queries.reduce((sum, query) => sum + countRows(query), 0)
  const end = Math.min(page.offset + page.limit, total)
  if (page.offset >= end) return { items: [], total }
  if (end > deep) return { items: findRing(queries, origin, page.offset, end), total }
  const best = new RankedHeap(end)
  for (const query of queries) {
    if (total <= few || query.selection.size <= few) measureAll(query, origin, best)
    else search(query, point, origin, best)
  }
  return { items: best.sorted().slice(page.offset), total }
}

const distanceOf = (origin: Origin, { lat, lng }: PartQuery['part'], row: number) =>
  metresOf(origin.haversine(lat[row]!, lng[row]!))

function measureAll(query: PartQuery, origin: Origin, best: RankedHeap): void {
  eachRow(query, (row) => {
    best.offer(query.part, row, distanceOf(origin, query.part, row))
  })
}

/** Heap of nodes to visit, nearest on top. */
const heap = { chords: new Float64Array(1024), nodes: new Uint32Array(1024), size: 0 }
/** A node packed into one number: its index in 26 bits, its level above them. */
const placeBits = 26
const placeMask = 2 ** placeBits - 1

/** Visits the nearest node first until no remaining node can improve the result. */
function search(query: PartQuery, point: Point, origin: Origin, best: RankedHeap): void {
  const { part, selection, region } = query
  const { lat, lng, spheres } = part
  const isUnfiltered = selection.size === part.size && region === undefined && part.tombstones.size === 0
  const { levels, firsts: first } = part
  const isExcluded = (level: number, place: number) => {
    if (region !== undefined && region.judge(part, first[level]! + place) === none) return true
    // Testing a leaf's rows is as fast as counting them, and TestedRows can't count quickly.
    if (level === 0 || selection instanceof TestedRows) return false
    const bits = rowsBits(level)
    return selection.count(place << bits, Math.min(part.size, (place + 1) << bits)) === 0
  }
  // Squared chord beyond which nothing can still be among the best.
  let limit = Infinity
  let southmost = -90
  let northmost = 90
  const narrow = () => {
    limit = chord2Above(best.limit)
    const reach = degreesOf(limit)
    southmost = point.lat - reach
    northmost = point.lat + reach
  }
  if (best.isFull) narrow()
  heap.size = 0
  if (levels.length > 0) push(0, (levels.length - 1) << placeBits)
  while (heap.size > 0 && heap.chords[0]! <= limit) {
    const node = heap.nodes[0]!
    pop()
    const level = node >>> placeBits
    const place = node & placeMask
    if (level > 0) {
      const last = Math.min(childrenOf(place) + fan, levels[level - 1]!)
      for (let child = childrenOf(place); child < last; child += 1) {
        const chord2 = origin.nearestChord2(spheres, (first[level - 1]! + child) * 6)
        if (chord2 <= limit && (isUnfiltered || !isExcluded(level - 1, child)))
          push(chord2, ((level - 1) << placeBits) | child)
      }
      continue
    }
    const bits = rowsBits(0)
    const end = Math.min(part.size, (place + 1) << bits)
    for (let row = place << bits; row < end; row += 1) {
      // Cheapest tests first.
      if (!isUnfiltered && !selection.has(row)) continue
      const north = lat[row]!
      if (north > northmost || north < southmost) continue
      const haversine = origin.haversine(north, lng[row]!)
      if (4 * haversine > limit || (!isUnfiltered && !holdsRow(query, row))) continue
      if (best.offer(part, row, metresOf(haversine)) && best.isFull) narrow()
    }
  }
}

function push(chord2: number, node: number): void {
  if (heap.size === heap.chords.length) {
    const { chords, nodes } = heap
    heap.chords = new Float64Array(heap.size * 2)
    heap.chords.set(chords)
    heap.nodes = new Uint32Array(heap.size * 2)
    heap.nodes.set(nodes)
  }
  const { chords, nodes } = heap
  let at = heap.size
  heap.size += 1
  while (at > 0) {
    const above = (at - 1) >> 1
    if (chords[above]! <= chord2) break
    chords[at] = chords[above]!
    nodes[at] = nodes[above]!
    at = above
  }
  chords[at] = chord2
  nodes[at] = node
}

function pop(): void {
  const { chords, nodes } = heap
  heap.size -= 1
  const { size } = heap
  const chord2 = chords[size]!
  const node = nodes[size]!
  let at = 0
  for (;;) {
    let below = at * 2 + 1
    if (below >= size) break
    if (below + 1 < size && chords[below + 1]! < chords[below]!) below += 1
    if (chords[below]! >= chord2) break
    chords[at] = chords[below]!
    nodes[at] = nodes[below]!
    at = below
  }
  chords[at] = chord2
  nodes[at] = node
}

/** Returns rows `offset` to `end` of the whole order without sorting the earlier ones, by counting within circles. */
function findRing(queries: readonly PartQuery[], origin: Origin, offset: number, end: number): Ranked[] {
  const countTo = (distance_m: number) => {
    const circle = circleRegion(origin, distance_m)
    return queries.reduce(
      (sum, query) => sum + countRows({ ...query, region: intersectRegions(circle, query.region) }),
      0,
    )
  }
  const inner = findDistanceBracket(offset, countTo)
  const outer = findDistanceBracket(end - 1, countTo)
  const ring = ringRegion(origin, inner.nearer_m, outer.farther_m)
  const found: Ranked[] = []
  for (const query of queries) {
    eachRow({ ...query, region: intersectRegions(ring, query.region) }, (row) => {
      found.push({ part: query.part, row, figure: distanceOf(origin, query.part, row) })
    })
  }
  return found.sort(compareRanked).slice(offset - inner.before, end - inner.before)
}

/** Returns two distances that enclose the row at `rank`, and how many rows are within `nearer_m`. */
function findDistanceBracket(rank: number, countTo: (distance_m: number) => number) {
  let nearer_m = -1
  let before = 0
  let farther_m = farthest_m
  let until = Infinity
  while (until - before > few && farther_m - nearer_m > 1e-6) {
    const middle_m = (nearer_m + farther_m) / 2
    const count = countTo(middle_m)
    if (count <= rank) {
      nearer_m = middle_m
      before = count
    } else {
      farther_m = middle_m
      until = count
    }
  }
  return { nearer_m, before, farther_m }
}

/** The region farther than `nearer_m` and at most `farther_m` away. */
function ringRegion(origin: Origin, nearer_m: number, farther_m: number): Region {
  const inner = circleRegion(origin, nearer_m)
  const outer = circleRegion(origin, farther_m)
  return {
    judge: (part, node) => {
      const within = outer.judge(part, node)
      if (within === none) return none
      const left = inner.judge(part, node)
      if (left === all) return none
      return within === all && left === none ? all : some
    },
    holds: (part, row) => outer.holds(part, row) && !inner.holds(part, row),
  }
}
