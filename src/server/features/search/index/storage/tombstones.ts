/** Deleted rows of a part, or rows replaced in a later part; few and sorted. */
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

  /** Returns the deleted rows in [`from`, `to`). */
  between(from: number, to: number): number[] {
    const first = lowerBound(this.rows, from)
    return this.rows.slice(first, lowerBound(this.rows, to, first))
  }

  /** Counts the deleted rows in [`from`, `to`) for which `holds` is true. */
  count(from: number, to: number, holds: (row: number) => boolean): number {
    let count = 0
    for (let at = lowerBound(this.rows, from); at < this.rows.length && this.rows[at]! < to; at += 1)
      if (holds(this.rows[at]!)) count += 1
    return count
  }
}

/** Returns the index of the first number in sorted `numbers` that is not less than `value`. */
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
