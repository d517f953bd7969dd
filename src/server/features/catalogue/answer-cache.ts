/** More answers than this are not kept: hostile queries could fill the memory. */
const mostAnswers = 2_000

/**
 * What was computed for some seconds, by everything that decides it. Those who ask for the same at one time wait for one
 * computation. `clear` is for changes that must be seen at once.
 */
export class AnswerCache<T> {
  readonly #lifetime_ms: number
  readonly #answers = new Map<string, { answer: Promise<T>; until: number }>()

  constructor(lifetime_ms: number) {
    this.#lifetime_ms = lifetime_ms
  }

  find(key: string, now: Date, compute: () => Promise<T>): Promise<T> {
    if (this.#lifetime_ms === 0) return compute()
    const known = this.#answers.get(key)
    if (known !== undefined && known.until > now.getTime()) return known.answer
    const answer = compute()
    this.#answers.delete(key)
    this.#answers.set(key, { answer, until: now.getTime() + this.#lifetime_ms })
    // A failure is not an answer.
    answer.catch(() => {
      if (this.#answers.get(key)?.answer === answer) this.#answers.delete(key)
    })
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= mostAnswers) break
      this.#answers.delete(oldest)
    }
    return answer
  }

  clear(): void {
    this.#answers.clear()
  }
}
