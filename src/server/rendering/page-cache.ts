/** A page as it is sent to every visitor: it contains nothing personal. */
export interface CachedPage {
  /** UTF-8, written once for the tag and for every answer. */
  html: Uint8Array<ArrayBuffer>
  etag: string
}

const limit_bytes = 32 * 1024 * 1024

/** Rendered pages for some seconds, by what they depend on. The oldest ones leave when the limit is reached. */
export class PageCache {
  readonly #lifetime_ms: number
  readonly #limit_bytes: number
  readonly #pages = new Map<string, { page: CachedPage; until: number; size: number }>()
  #size = 0

  constructor(lifetime_ms: number, limit = limit_bytes) {
    this.#lifetime_ms = lifetime_ms
    this.#limit_bytes = limit
  }

  find(key: string, now: Date): CachedPage | undefined {
    const found = this.#pages.get(key)
    if (found === undefined || found.until <= now.getTime()) return undefined
    return found.page
  }

  add(key: string, page: CachedPage, now: Date): void {
    this.#remove(key)
    const size = 2 * key.length + page.html.length
    if (this.#lifetime_ms === 0 || size > this.#limit_bytes) return
    this.#pages.set(key, { page, until: now.getTime() + this.#lifetime_ms, size })
    this.#size += size
    for (const oldest of this.#pages.keys()) {
      if (this.#size <= this.#limit_bytes) break
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    this.#size -= this.#pages.get(key)?.size ?? 0
    this.#pages.delete(key)
  }
}
