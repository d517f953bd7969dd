/** A band of distance: more than `from_km` and up to `to_km`. */
export type Band = { from_km: number; to_km: number }

/** Two bands that share distances, or leave some between them. `after` is null where the first does not begin at 0. */
export type BandProblem<B> = { kind: 'overlap' | 'gap'; before: B | null; after: B }

/** Finds what is wrong with the bands of a branch, which begin at 0 and neither overlap nor leave a gap; undefined if nothing is. */
export function findBandProblem<B extends Band>(bands: readonly B[]): BandProblem<B> | undefined {
  let before: B | null = null
  for (const after of bands.toSorted((a, b) => a.from_km - b.from_km || a.to_km - b.to_km)) {
    const reached: number = before?.to_km ?? 0
    if (after.from_km < reached) return { kind: 'overlap', before, after }
    if (after.from_km > reached) return { kind: 'gap', before, after }
    before = after
  }
  return undefined
}

/** Moves the ends of the bands beside a changed one along with it. */
export function moveNeighbours<B extends Band>(bands: readonly B[], was: B, is: Band): B[] {
  return bands.map((band) => {
    if (band === was) return { ...band, ...is }
    if (band.to_km === was.from_km) return { ...band, to_km: is.from_km }
    if (band.from_km === was.to_km) return { ...band, from_km: is.to_km }
    return band
  })
}
