import { compareIds } from '../storage/ids.ts'
import type { Part } from '../storage/layout.ts'

/** A row of a part with the number that it is sorted by. */
export interface Ranked {
  part: Part
  row: number
  figure: number
}

/** Keeps the first `most` offered rows by figure, then id: a heap with the last of them on top. */
export class RankedHeap {
  readonly #most: number
  readonly #heap: Ranked[] = []

  constructor(most: number) {
    this.#most = most
  }

  get isFull(): boolean {
    return this.#heap.length >= this.#most
  }

  /** Rows with a greater figure are not accepted. */
  get limit(): number {
    return this.isFull ? (this.#heap[0]?.figure ?? -Infinity) : Infinity
  }

  /** Returns whether the row was accepted. */
  offer(part: Part, row: number, figure: number): boolean {
    const heap = this.#heap
    if (!this.isFull) {
      heap.push({ part, row, figure })
      this.#up(heap.length - 1)
      return true
    }
    const last = heap[0]
    if (last === undefined || figure > last.figure) return false
    if (figure === last.figure && compareIds(part, row, last.part, last.row) >= 0) return false
    last.part = part
    last.row = row
    last.figure = figure
    this.#down()
    return true
  }

  sorted(): Ranked[] {
    return this.#heap.toSorted(compareRanked)
  }

  #up(at: number): void {
    const heap = this.#heap
    while (at > 0) {
      const above = (at - 1) >> 1
      if (compareRanked(heap[at]!, heap[above]!) <= 0) return
      ;[heap[at], heap[above]] = [heap[above]!, heap[at]!]
      at = above
    }
  }

  #down(): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      let greatest = at
      for (const below of [at * 2 + 1, at * 2 + 2])
        if (below < heap.length && compareRanked(heap[below]!, heap[greatest]!) > 0) greatest = below
      if (greatest === at) return
      ;[heap[at], heap[greatest]] = [heap[greatest]!, heap[at]!]
      at = greatest
    }
  }
}

export const compareRanked = (a: Ranked, b: Ranked): number =>
  a.figure - b.figure || compareIds(a.part, a.row, b.part, b.row)
