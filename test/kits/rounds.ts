import { createHash } from 'node:crypto'

/** How many times the usual number of generated cases are tried: 1, or what `TEST_ROUNDS` says, as each night. */
export const rounds = Number(process.env['TEST_ROUNDS'] ?? 1)

/** Whose turn it is in this run. `npm test` takes it from the commit, which so tries the same each time. */
const turn = Number(process.env['TEST_TURN'] ?? Math.floor(Math.random() * 1_000))

export const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32LE()

/**
 * The turn of tests, which is another than that of what they try: with the same, a test in one of two runs would try every
 * second value of an even series alone.
 */
const testTurn = hashOf(`tests ${turn}`)

/**
 * Returns a function that takes the next `count` of these values, `TEST_ROUNDS` times as many, and the first again after the
 * last: where each of many things is tried with some, all are tried, and others in the next turn.
 */
export function inTurn<T>(values: readonly T[], count: number): () => T[] {
  let next = turn * count
  return () => Array.from({ length: Math.min(values.length, count * rounds) }, () => values[next++ % values.length]!)
}

/**
 * Returns a function that is true for one in `count` calls, `TEST_ROUNDS` times as often: of things that are checked one
 * after the other, all have their turn over the runs. Series that start at other numbers are true at other places.
 */
export function takeTurns(count: number, start = 0): () => boolean {
  const distance = Math.ceil(count / rounds)
  let next = turn + start
  return () => next++ % distance === 0
}

/** Whether it is the turn of what has this place, from 1, of `count`. */
export function isTurnOf(place: number, count: number): boolean {
  return (place + testTurn) % Math.ceil(count / rounds) === 0
}

/** What takes longest of all, each in one of four runs, and never together. */
export const longTurns = { embedded: isTurnOf(0, 4), lint_with_types: isTurnOf(2, 4) }

/** Whether a test has its turn, which it has in one of `count` runs, `TEST_ROUNDS` times as often; its name spreads them. */
export const isInTurn = (name: string, count: number): boolean => isTurnOf(hashOf(name), count)
