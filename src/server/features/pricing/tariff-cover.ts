/** A stretch of time at a price: it covers all from `from` up to `to`, or as much of it as the stay needs. */
export type Piece<Kind> = { kind: Kind; from: number; to: number; cost: number }

/** The ordinary price of a time that runs from an anchor: a tier, and after the last of them increments. */
export type Run = {
  /** Tiers by length, none dearer than a longer one. */
  tiers: readonly { up_to: number; cost: number }[]
  step: number
  step_cost: number
}

/** What a cover is made of: pieces with the instant up to which each is used, and runs by their lengths. */
export type Cover<Kind> = {
  cost: number
  pieces: { piece: Piece<Kind>; from: number; until: number }[]
  runs: number[]
}

export function costOfRun({ tiers, step, step_cost }: Run, length: number): number {
  for (const tier of tiers) if (length <= tier.up_to) return tier.cost
  const last = tiers.at(-1)
  return last === undefined
    ? Math.ceil(length / step) * step_cost
    : last.cost + Math.ceil((length - last.up_to) / step) * step_cost
}

/**
 * The cheapest cover of [start, end) with pieces and runs. A run begins at the start, at a reset, or where a piece that
 * is used ends. Exact: a shortest path over the instants at which anything begins or ends.
 */
export function cheapestCover<Kind>(
  start: number,
  end: number,
  pieces: readonly Piece<Kind>[],
  run: Run,
  resets: readonly number[],
): Cover<Kind> {
  const points = pointsOf(start, end, pieces, resets)
  const waiting = pieces.toSorted((a, b) => a.from - b.from)
  const longestTier = run.tiers.at(-1)?.up_to ?? 0
  let next = 0
  let nextReset = 0
  let open: Opened<Kind>[] = []
  let anchors: Step<Kind>[] = []
  let best: Step<Kind> = { at: start, cost: 0, before: undefined, piece: undefined }

  for (const at of points) {
    if (at > start) {
      let byRun = Infinity
      let anchor: Step<Kind> | undefined
      for (const one of anchors) {
        const cost = one.cost + costOfRun(run, at - one.at)
        if (cost > byRun) continue
        byRun = cost
        anchor = one
      }
      open = open.filter(({ piece }) => piece.to >= at)
      let opened: Opened<Kind> | undefined
      for (const one of open) {
        const isBetter =
          opened === undefined || one.cost < opened.cost || (one.cost === opened.cost && one.piece.to > opened.piece.to)
        if (isBetter) opened = one
      }
      best = { at, cost: byRun, before: anchor, piece: undefined }
      if (opened !== undefined) {
        const byPiece: Step<Kind> = { at, cost: opened.cost, before: opened.before, piece: opened.piece }
        if (byPiece.cost < byRun) best = byPiece
        // Without tiers a run that reaches as far for as little goes on as well as a new one.
        if (opened.piece.to === at && (byPiece.cost < byRun || longestTier > 0)) anchors = withAnchor(anchors, byPiece)
      }
    }
    while (next < waiting.length && waiting[next]!.from <= at) {
      const piece = waiting[next]!
      open.push({ piece, cost: piece.cost + best.cost, before: best })
      next += 1
    }
    while (nextReset < resets.length && resets[nextReset]! < at) nextReset += 1
    if (at === start || (longestTier > 0 && resets[nextReset] === at)) anchors = withAnchor(anchors, best)
  }
  return coverOf(best)

  /** Those that a new one does not make useless: whatever they reach, it reaches for no more. */
  function withAnchor(old: Step<Kind>[], anchor: Step<Kind>): Step<Kind>[] {
    const kept = old.filter(({ at, cost }) => {
      const steps = Math.floor((anchor.at - at - longestTier) / run.step)
      return anchor.cost - cost > Math.max(0, steps) * run.step_cost
    })
    kept.push(anchor)
    return kept
  }
}

/** How an instant is reached: by a piece, or by a run, from the step before it. */
type Step<Kind> = { at: number; cost: number; before: Step<Kind> | undefined; piece: Piece<Kind> | undefined }
type Opened<Kind> = { piece: Piece<Kind>; cost: number; before: Step<Kind> }

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
