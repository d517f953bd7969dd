import type { Part } from '../storage/layout.ts'
import { toSphere } from './sphere.ts'
import { childrenOf, fan, fanBits, leafBits, rowsBits } from './tree-shape.ts'

/** Result of classifying a node: none of its rows match, all do, or each must be tested. */
export const none = 0
export const some = 1
export const all = 2
export type Verdict = typeof none | typeof some | typeof all

export function fillTree({ lat, lng, spheres, degrees, size, levels, firsts: first }: Part): void {
  spheres.fill(Infinity)
  degrees.fill(Infinity)
  for (let at = 1; at < spheres.length; at += 2) spheres[at] = -Infinity
  for (let at = 1; at < degrees.length; at += 2) degrees[at] = -Infinity
  const stretch = (boxes: Float64Array, at: number, least: number, most: number) => {
    if (least < boxes[at]!) boxes[at] = least
    if (most > boxes[at + 1]!) boxes[at + 1] = most
  }
  for (let row = 0; row < size; row += 1) {
    const node = row >> leafBits
    const point = toSphere(lat[row]!, lng[row]!)
    for (let axis = 0; axis < 3; axis += 1) stretch(spheres, node * 6 + axis * 2, point[axis]!, point[axis]!)
    stretch(degrees, node * 4, lat[row]!, lat[row]!)
    stretch(degrees, node * 4 + 2, lng[row]!, lng[row]!)
  }
  for (let level = 1; level < levels.length; level += 1) {
    for (let child = 0; child < levels[level - 1]!; child += 1) {
      const from = first[level - 1]! + child
      const to = first[level]! + (child >> fanBits)
      for (let at = 0; at < 6; at += 2)
        stretch(spheres, to * 6 + at, spheres[from * 6 + at]!, spheres[from * 6 + at + 1]!)
      for (let at = 0; at < 4; at += 2)
        stretch(degrees, to * 4 + at, degrees[from * 4 + at]!, degrees[from * 4 + at + 1]!)
    }
  }
}

/**
 * Visits the nodes with rows in [`from`, `to`); passes row ranges and whether all of them match. Stops when `visit`
 * returns true.
 */
export function walkTree(
  part: Part,
  from: number,
  to: number,
  judge: (part: Part, node: number) => Verdict,
  visit: (from: number, to: number, surely: boolean) => boolean,
): void {
  const { levels, firsts: first } = part
  const down = (level: number, place: number): boolean => {
    const bits = rowsBits(level)
    const begin = Math.max(from, place << bits)
    const end = Math.min(to, (place + 1) << bits, part.size)
    if (begin >= end) return false
    const verdict = judge(part, first[level]! + place)
    if (verdict === none) return false
    if (verdict === all || level === 0) return visit(begin, end, verdict === all)
    const last = Math.min(childrenOf(place) + fan, levels[level - 1]!)
    for (let child = childrenOf(place); child < last; child += 1) if (down(level - 1, child)) return true
    return false
  }
  if (from >= to) return
  // Start at the lowest node that contains all these rows.
  let level = 0
  while (level < levels.length - 1 && from >> rowsBits(level) !== (to - 1) >> rowsBits(level)) level += 1
  down(level, from >> rowsBits(level))
}
