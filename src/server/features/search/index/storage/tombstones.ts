/** Rows of a part that are gone or stand changed in a later part: few, and known in order. */
export class Tombstones {
  readonly rows: number[]
  readonly #known: Set<number>

  constructor(rows: Iterable<number> = []) {
    this.rows = [...rows]
    this.#known = new Set(this.rows)
  }

  get size(): number {
    return this.rows.length
  }

  has(row: number): boolean {
    return this.#known.size > 0 && this.#known.has(row)
  }

  add(row: number): void {
    if (this.#known.has(row)) return
    this.#known.add(row)
    this.rows.splice(lowerBound(this.rows, row), 0, row)
  }

  /** Those from `from` (included) to `to` (not). */
  between(from: number, to: number): number[] {
    const first = lowerBound(this.rows, from)
    return this.rows.slice(first, lowerBound(this.rows, to, first))
  }

  /** How many of the rows `from` (included) to `to` (not) are dead and hold. */
  count(from: number, to: number, holds: (row: number) => boolean): number {
    let count = 0
    for (let at = lowerBound(this.rows, from); at < this.rows.length && this.rows[at]! < to; at += 1)
      if (holds(this.rows[at]!)) count += 1
    return count
  }
}

/** Where the first number stands that is not less than `value`, in sorted `numbers`. */
export function lowerBound(numbers: ArrayLike<number>, value: number, from = 0, to = numbers.length): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
