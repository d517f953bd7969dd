import type { PageKey } from '#contract/pages.ts'
import type { Park } from '#contract/parks.ts'
import type { Language } from '#contract/places.ts'
import type { PageConfig } from '#contract/system.ts'
import type { Markup } from '#server/html/markup.ts'
import { wordsIn } from '#server/html/plain.ts'
import { checkoutView } from './checkout.ts'

/*
 * What these pages show at once, before their code has run: the same head in the same place as their components will draw
 * it, so that nothing moves when the page itself takes its place. Every other page begins with the loader, and so do these
 * where what they are about is not among the first answers.
 */

export type Shown = {
  language: Language
  query: URLSearchParams
  config: PageConfig
  /** What the page asks first, by address (`first-answers.ts`). */
  answers: Record<string, unknown>
}

/** In the place of the loader; undefined where the loader it is. */
export function firstViewOf(key: PageKey | undefined, shown: Shown): Markup | undefined {
  const { language, query, config } = shown
  const t = wordsIn(language)
  // Held spaces and what is asked at the gate are other pages.
  if (key === 'checkout' && !query.has('hold')) {
    const park = answerOf(shown, '/api/v1/front/parks/') as Park | undefined
    return park && checkoutView(t, config, park)
  }
  return undefined
}

const answerOf = ({ answers }: Shown, path: string): unknown =>
  Object.entries(answers).find(([address]) => address.startsWith(path))?.[1]
