import type { Language } from '#contract/places.ts'

/** What the server has answered in the page itself, by the address of each call; each counts once. */
let answers: Map<string, unknown> | undefined

function readAnswers(): Map<string, unknown> {
  const block = typeof document === 'undefined' ? null : document.getElementById('page-answers')
  if (block === null) return new Map()
  try {
    return new Map(Object.entries(JSON.parse(block.textContent) as Record<string, unknown>))
  } catch {
    return new Map()
  }
}

/** So long after the page was made its prices and spaces are no longer of this moment. */
const fresh_ms = 20_000

/** The answer that came with the page, for the first call of this address in the page's language; undefined when none did. */
export function takeServed(address: string, language: Language): unknown {
  if (performance.now() > fresh_ms) return undefined
  answers ??= readAnswers()
  if (document.documentElement.lang !== language) return undefined
  const answer = answers.get(address)
  answers.delete(address)
  return answer
}
