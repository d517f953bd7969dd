/** Metres east and south of the middle of a picture. */
export type Vector = readonly [x: number, y: number]
export type Line = readonly Vector[]

/** Metres from the middle of a picture. */
export interface Frame {
  left: number
  top: number
  right: number
  bottom: number
}

export const frameAround = (half_width: number, half_height: number): Frame => ({
  left: -half_width,
  top: -half_height,
  right: half_width,
  bottom: half_height,
})

/** Returns the parts of a line within a frame (Liang–Barsky for each of its segments). */
export function clipLine(line: Line, frame: Frame): Line[] {
  const parts: Vector[][] = []
  let part: Vector[] = []
  for (let n = 1; n < line.length; n += 1) {
    const clipped = clipSegment(line[n - 1]!, line[n]!, frame)
    if (clipped === undefined) continue
    const [from, to] = clipped
    const last = part.at(-1)
    if (last === undefined || last[0] !== from[0] || last[1] !== from[1]) {
      part = [from]
      parts.push(part)
    }
    part.push(to)
  }
  return parts
}

function clipSegment([ax, ay]: Vector, [bx, by]: Vector, frame: Frame): [Vector, Vector] | undefined {
  const [dx, dy] = [bx - ax, by - ay]
  let [start, end] = [0, 1]
  for (const [step, room] of [
    [-dx, ax - frame.left],
    [dx, frame.right - ax],
    [-dy, ay - frame.top],
    [dy, frame.bottom - ay],
  ] as const) {
    if (step === 0) {
      if (room < 0) return undefined
      continue
    }
    const share = room / step
    if (step < 0) start = Math.max(start, share)
    else end = Math.min(end, share)
  }
  if (start >= end) return undefined
  const at = (share: number): Vector =>
    share === 0 ? [ax, ay] : share === 1 ? [bx, by] : [ax + share * dx, ay + share * dy]
  return [at(start), at(end)]
}

/** Returns the part of a ring within a frame (Sutherland–Hodgman); its edge may run along the frame. */
export function clipRing(ring: Line, { left, top, right, bottom }: Frame): Line {
  const sides: [inside: (at: Vector) => boolean, cross: (a: Vector, b: Vector) => Vector][] = [
    [([x]) => x >= left, crossAt(0, left)],
    [([x]) => x <= right, crossAt(0, right)],
    [([, y]) => y >= top, crossAt(1, top)],
    [([, y]) => y <= bottom, crossAt(1, bottom)],
  ]
  let clipped = ring
  for (const [inside, cross] of sides) {
    const next: Vector[] = []
    for (const [n, at] of clipped.entries()) {
      const before = clipped[(n || clipped.length) - 1]!
      if (inside(at) !== inside(before)) next.push(cross(before, at))
      if (inside(at)) next.push(at)
    }
    clipped = next
  }
  return clipped
}

const crossAt =
  (axis: 0 | 1, edge: number) =>
  (a: Vector, b: Vector): Vector => {
    const share = (edge - a[axis]) / (b[axis] - a[axis])
    const other = a[1 - axis]! + share * (b[1 - axis]! - a[1 - axis]!)
    return axis === 0 ? [edge, other] : [other, edge]
  }

/** Joins lines that end where another begins, so that a street is one line. Their order does not depend on chance. */
export function joinLines(lines: readonly Line[]): Line[] {
  const ends = new Map<string, number[]>()
  const keyOf = ([x, y]: Vector) => `${Math.round(x)} ${Math.round(y)}`
  const put = (key: string, n: number) => {
    const at = ends.get(key)
    if (at === undefined) ends.set(key, [n])
    else at.push(n)
  }
  for (const [n, line] of lines.entries()) {
    put(keyOf(line[0]!), n)
    put(keyOf(line.at(-1)!), n)
  }
  const used = new Set<number>()
  const follow = (line: Vector[]) => {
    for (;;) {
      const end = line.at(-1)!
      const next = ends.get(keyOf(end))?.find((n) => !used.has(n))
      if (next === undefined) return
      used.add(next)
      const other = lines[next]!
      const forward = keyOf(other[0]!) === keyOf(end)
      line.push(...(forward ? other.slice(1) : other.slice(0, -1).toReversed()))
    }
  }
  const joined: Line[] = []
  for (const [n, line] of lines.entries()) {
    if (used.has(n)) continue
    used.add(n)
    const whole = [...line]
    follow(whole)
    whole.reverse()
    follow(whole)
    joined.push(whole)
  }
  return joined
}

/** Leaves out points that are nearer to the line than a tolerance in metres (Douglas–Peucker). */
export function simplifyLine(line: Line, tolerance_m: number): Line {
  const needed = new Uint8Array(line.length)
  needed[0] = needed[line.length - 1] = 1
  const open: [number, number][] = [[0, line.length - 1]]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [from, to] = part
    let [farthest, at] = [tolerance_m, -1]
    for (let n = from + 1; n < to; n += 1) {
      const distance = distanceToSegment(line[n]!, line[from]!, line[to]!)
      if (distance > farthest) [farthest, at] = [distance, n]
    }
    if (at === -1) continue
    needed[at] = 1
    open.push([from, at], [at, to])
  }
  return line.filter((_, n) => needed[n] === 1)
}

export function distanceToSegment([px, py]: Vector, [ax, ay]: Vector, [bx, by]: Vector): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length))
  return Math.hypot(px - ax - along * dx, py - ay - along * dy)
}

export const lengthOf = (line: Line): number =>
  line.reduce((sum, [x, y], n) => (n === 0 ? 0 : sum + Math.hypot(x - line[n - 1]![0], y - line[n - 1]![1])), 0)

/** Writes lines as the data of one path, in whole units of the picture, each relative to the last. */
export function writePath(lines: readonly Line[], toUnits: (at: Vector) => Vector, closed = false): string {
  let path = ''
  let [penX, penY] = [0, 0]
  for (const line of lines) {
    const [first, ...rest] = line.map(toUnits).map(([x, y]): Vector => [Math.round(x), Math.round(y)])
    if (first === undefined) continue
    const [startX, startY] = first
    let steps = ''
    let [x, y] = first
    for (const [toX, toY] of rest) {
      if (toX === x && toY === y) continue
      steps += writeNumber(toX - x, steps === '') + writeNumber(toY - y, false)
      ;[x, y] = [toX, toY]
    }
    if (steps === '') continue
    path += `m${startX - penX}${writeNumber(startY - penY, false)}l${steps}${closed ? 'z' : ''}`
    // Closing a path puts the pen back to where it began.
    ;[penX, penY] = closed ? [startX, startY] : [x, y]
  }
  return path
}

/** A minus sign separates numbers as well as a space. */
const writeNumber = (value: number, isFirst: boolean): string => (isFirst || value < 0 ? String(value) : ` ${value}`)
