/** Keeps the lowest distinct numbers of those added, up to a maximum count: a heap with the highest on top. */
export class LowestNumbers {
  readonly #most: number
  readonly #heap: number[] = []
  readonly #known = new Set<number>()
  /** Numbers not below this limit are ignored. */
  limit = Infinity

  constructor(most: number) {
    this.#most = most
  }

  add(value: number): void {
    if (value >= this.limit || this.#known.has(value)) return
    const heap = this.#heap
    this.#known.add(value)
    if (heap.length < this.#most) {
      heap.push(value)
      this.#up(heap.length - 1)
    } else {
      this.#known.delete(heap[0]!)
      heap[0] = value
      this.#down()
    }
    if (heap.length === this.#most) this.limit = heap[0]!
  }

  sorted(): number[] {
    return this.#heap.toSorted((a, b) => a - b)
  }

  #up(at: number): void {
    const heap = this.#heap
    while (at > 0) {
      const above = (at - 1) >> 1
      if (heap[above]! >= heap[at]!) return
      ;[heap[at], heap[above]] = [heap[above]!, heap[at]!]
      at = above
    }
  }

  #down(): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      let highest = at
      for (const below of [at * 2 + 1, at * 2 + 2])
        if (below < heap.length && heap[below]! > heap[highest]!) highest = below
      if (highest === at) return
      ;[heap[at], heap[highest]] = [heap[highest]!, heap[at]!]
      at = highest
    }
  }
}
