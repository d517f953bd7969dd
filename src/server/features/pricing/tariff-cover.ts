/** A period at a flat price, from `from` to `to` in milliseconds; it may be used in part. */
export interface Piece<Kind> {
  kind: Kind
  from: number
  to: number
  cost: number
}

/** The price of a period by its length: a tier, then increments. Lengths in milliseconds. */
export interface TieredRate {
  /** Tiers by length; none costs more than a longer one. */
  tiers: readonly { up_to: number; cost: number }[]
  step: number
  step_cost: number
}

/** A cover: the used pieces with the part they cover, and the lengths of the periods charged at the tiered rate. */
export interface Cover<Kind> {
  cost: number
  pieces: { piece: Piece<Kind>; from: number; until: number }[]
  runs: number[]
}

export function calculateTieredCost({ tiers, step, step_cost }: TieredRate, length: number): number {
  for (const tier of tiers) if (length <= tier.up_to) return tier.cost
  const last = tiers.at(-1)
  return last === undefined
    ? Math.ceil(length / step) * step_cost
    : last.cost + Math.ceil((length - last.up_to) / step) * step_cost
}

/**
 * Returns the cheapest cover of [start, end) with pieces and tiered periods, which start at `start`, at a reset or at
 * the end of a used piece. Exact: a shortest path over all instants at which something starts or ends.
 */
export function cheapestCover<Kind>(
  start: number,
  end: number,
  pieces: readonly Piece<Kind>[],
  rate: TieredRate,
  resets: readonly number[],
): Cover<Kind> {
  const points = pointsOf(start, end, pieces, resets)
  const byStart = pieces.toSorted((a, b) => a.from - b.from)
  const longestTier = rate.tiers.at(-1)?.up_to ?? 0
  let next = 0
  let nextReset = 0
  let open: OpenPiece<Kind>[] = []
  let anchors: Step<Kind>[] = []
  let best: Step<Kind> = { at: start, cost: 0, before: undefined, piece: undefined }

  for (const at of points) {
    if (at > start) {
      let tieredCost = Infinity
      let anchor: Step<Kind> | undefined
      for (const entry of anchors) {
        const cost = entry.cost + calculateTieredCost(rate, at - entry.at)
        if (cost > tieredCost) continue
        tieredCost = cost
        anchor = entry
      }
      open = open.filter(({ piece }) => piece.to >= at)
      let cheapestPiece: OpenPiece<Kind> | undefined
      for (const entry of open) {
        const isBetter =
          cheapestPiece === undefined ||
          entry.cost < cheapestPiece.cost ||
          (entry.cost === cheapestPiece.cost && entry.piece.to > cheapestPiece.piece.to)
        if (isBetter) cheapestPiece = entry
      }
      best = { at, cost: tieredCost, before: anchor, piece: undefined }
      if (cheapestPiece !== undefined) {
        const pieceStep: Step<Kind> = {
          at,
          cost: cheapestPiece.cost,
          before: cheapestPiece.before,
          piece: cheapestPiece.piece,
        }
        if (pieceStep.cost < tieredCost) best = pieceStep
        // Without tiers, an existing period that reaches as far for the same cost serves as well as a new one.
        if (cheapestPiece.piece.to === at && (pieceStep.cost < tieredCost || longestTier > 0))
          anchors = withAnchor(anchors, pieceStep)
      }
    }
    while (next < byStart.length && byStart[next]!.from <= at) {
      const piece = byStart[next]!
      open.push({ piece, cost: piece.cost + best.cost, before: best })
      next += 1
    }
    while (nextReset < resets.length && resets[nextReset]! < at) nextReset += 1
    if (at === start || (longestTier > 0 && resets[nextReset] === at)) anchors = withAnchor(anchors, best)
  }
  return coverOf(best)

  /** Drops anchors that the new one beats: whatever they reach, it reaches for no more. */
  function withAnchor(old: Step<Kind>[], anchor: Step<Kind>): Step<Kind>[] {
    const remaining = old.filter(({ at, cost }) => {
      const steps = Math.floor((anchor.at - at - longestTier) / rate.step)
      return anchor.cost - cost > Math.max(0, steps) * rate.step_cost
    })
    remaining.push(anchor)
    return remaining
  }
}

/** How an instant is reached from the previous step: by a piece or by a tiered period. */
interface Step<Kind> {
  at: number
  cost: number
  before: Step<Kind> | undefined
  piece: Piece<Kind> | undefined
}
interface OpenPiece<Kind> {
  piece: Piece<Kind>
  cost: number
  before: Step<Kind>
}

function pointsOf(start: number, end: number, pieces: readonly Piece<unknown>[], resets: readonly number[]): number[] {
  const points = [start, end]
  for (const { from, to } of pieces) {
    if (from > start && from < end) points.push(from)
    if (to > start && to < end) points.push(to)
  }
  for (const at of resets) points.push(at)
  points.sort((a, b) => a - b)
  return points.filter((at, i) => at !== points[i - 1])
}

function coverOf<Kind>(last: Step<Kind>): Cover<Kind> {
  const cover: Cover<Kind> = { cost: last.cost, pieces: [], runs: [] }
  for (let step = last; step.before !== undefined; step = step.before) {
    if (step.piece === undefined) cover.runs.push(step.at - step.before.at)
    else cover.pieces.push({ piece: step.piece, from: step.before.at, until: step.at })
  }
  return cover
}
