import { parkLabel } from '#contract/park-label.ts'
import type { Language } from '#contract/places.ts'
import { translate } from '#server/translate.ts'

/** Returns a park's label in a language (`park-label.ts`). */
export const labelPark = (park: Parameters<typeof parkLabel>[0], language: Language): string =>
  parkLabel(park, (key, params) => translate(language, key, params))
