/** Returns a bit per letter; letters of other scripts share bits. */
export const letterBit = (letter: number): number => 1 << (letter % 31)

/** Bitmap of each letter's positions in the current word; only one word at a time, so all others are 0. */
const places = new Uint32Array(65_536)

/**
 * Matches terms with a word bit-parallel (after Wu, Manber and Hyyrö): bit n of the state for e errors means that the
 * first n letters match with e errors. Only the first 30 letters count.
 */
export class FuzzyPattern {
  readonly signs: number
  readonly allowed: number
  readonly #word: string

  constructor(word: string, allowed: number) {
    this.#word = word.slice(0, 30)
    this.allowed = allowed
    let signs = 0
    for (let at = 0; at < this.#word.length; at += 1) {
      const letter = this.#word.charCodeAt(at)
      places[letter]! |= 1 << at
      signs |= letterBit(letter)
    }
    this.signs = signs
  }

  end(): void {
    for (let at = 0; at < this.#word.length; at += 1) places[this.#word.charCodeAt(at)] = 0
  }

  /**
   * Returns the least number of errors of a term or one of its prefixes; more than `allowed` when there are too many.
   */
  errors(letters: Uint16Array, from: number, to: number): number {
    const { length } = this.#word
    const whole = 1 << length
    const any = whole * 2 - 1
    const allowsTwo = this.allowed > 1
    let none = 1
    let first = 3
    let two = allowsTwo ? 7 : 0
    /** The states and positions one letter earlier, for swapped letters. */
    let noneBack = 0
    let oneBack = 0
    let placesBack = 0
    let least = this.allowed + 1
    const end = Math.min(to, from + length + this.allowed)
    for (let at = from; at < end; at += 1) {
      const here = places[letters[at]!]!
      const swapped = here & (placesBack >>> 1)
      const nextNone = (none & here) << 1
      const nextOne = ((first & here) << 1) | none | (none << 1) | (nextNone << 1) | ((noneBack & swapped) << 2)
      if (allowsTwo) two = ((two & here) << 1) | first | (first << 1) | (nextOne << 1) | ((oneBack & swapped) << 2)
      noneBack = none
      oneBack = first
      placesBack = here
      none = nextNone
      first = nextOne
      if (((first | two) & any) === 0) break
      const read = at + 1 - from
      if (read === length || read === length + 1 || at + 1 === to) {
        const errors = none & whole ? 0 : first & whole ? 1 : two & whole ? 2 : least
        if (errors < least) least = errors
      }
    }
    return least
  }
}
