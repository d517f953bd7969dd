/** A pseudo-random stream that depends on its key only, so that draws for one park don't affect the others. */
export interface Random {
  /** The next number in [0, 1). */
  next(): number
  /** True with this probability. */
  chance(share: number): boolean
  /** A whole number, bounds included. */
  whole(least: number, most: number): number
  pick<T>(options: readonly [T, ...T[]]): T
  /** Standard normal distribution (Box–Muller). */
  normal(): number
}

/** Creates the stream of a key: FNV-1a hash, then mulberry32. Not for secrets. */
export function createRandom(key: string): Random {
  let state = 0x811c9dc5
  for (const character of key) state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193)
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
    pick: (options) => options[Math.floor(next() * options.length)]!,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}
