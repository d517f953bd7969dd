/** How many times the usual number of generated cases are tried: 1, or what `TEST_ROUNDS` says, as each night. */
export const rounds = Number(process.env['TEST_ROUNDS'] ?? 1)

/**
 * Returns a function that takes the next `count` of these values, `TEST_ROUNDS` times as many, beginning anywhere and from
 * the first again after the last: where each of many things is tried with some, all are tried, and others each time.
 */
export function inTurn<T>(values: readonly T[], count: number): () => T[] {
  let next = Math.floor(Math.random() * values.length)
  return () => Array.from({ length: Math.min(values.length, count * rounds) }, () => values[next++ % values.length]!)
}

/**
 * Returns a function that is true for one in `count` calls, `TEST_ROUNDS` times as often, beginning anywhere: of things that
 * are checked one after the other, all have their turn over the runs.
 */
export function takeTurns(count: number): () => boolean {
  const distance = Math.ceil(count / rounds)
  let next = Math.floor(Math.random() * distance)
  return () => next++ % distance === 0
}
