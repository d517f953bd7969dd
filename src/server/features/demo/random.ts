/** A stream of numbers from 0 to 1 that depends on `key` alone: what is drawn for one park moves no other. */
export type Random = {
  /** The next number, at least 0 and below 1. */
  next(): number
  /** True in this share of cases. */
  chance(share: number): boolean
  /** A whole number, both ends included. */
  whole(least: number, most: number): number
  pick<T>(from: readonly [T, ...T[]]): T
  /** The standard normal distribution (Box–Muller). */
  normal(): number
}

/** FNV-1a over the characters, then mulberry32: small, quick and the same everywhere; not for secrets. */
export function randomOf(key: string): Random {
  let state = 0x811c9dc5
  for (const letter of key) state = Math.imul(state ^ letter.codePointAt(0)!, 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    chance: (share) => next() < share,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (from) => from[Math.floor(next() * from.length)]!,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}
