import { parkLabel } from '#contract/park-label.ts'
import type { Locale } from '#contract/formats.ts'
import { translate } from '#server/translate.ts'

/** Returns a park's label in a language (`park-label.ts`). */
export const labelPark = (park: Parameters<typeof parkLabel>[0], locale: Locale): string =>
  parkLabel(park, (key, params) => translate(locale, key, params))
