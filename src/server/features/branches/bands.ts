/** A band of distance in the branch's unit: more than `from_distance` and up to `to_distance`. */
export interface Band {
  from_distance: number
  to_distance: number
}

/** Two bands that share distances, or leave some between them. `after` is null where the first does not begin at 0. */
export interface BandProblem<B> {
  kind: 'overlap' | 'gap'
  before: B | null
  after: B
}

/** Finds what is wrong with the bands of a branch, which begin at 0 and neither overlap nor leave a gap; undefined if nothing is. */
export function findBandProblem<B extends Band>(bands: readonly B[]): BandProblem<B> | undefined {
  let before: B | null = null
  for (const after of bands.toSorted((a, b) => a.from_distance - b.from_distance || a.to_distance - b.to_distance)) {
    const reached: number = before?.to_distance ?? 0
    if (after.from_distance < reached) return { kind: 'overlap', before, after }
    if (after.from_distance > reached) return { kind: 'gap', before, after }
    before = after
  }
  return undefined
}

/** Moves the ends of the bands beside a changed one along with it. */
export function moveNeighbours<B extends Band>(bands: readonly B[], was: B, is: Band): B[] {
  return bands.map((band) => {
    if (band === was) return { ...band, ...is }
    if (band.to_distance === was.from_distance) return { ...band, to_distance: is.from_distance }
    if (band.from_distance === was.to_distance) return { ...band, from_distance: is.to_distance }
    return band
  })
}
