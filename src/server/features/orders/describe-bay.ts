import type { Locale } from '#contract/formats.ts'
import { translate } from '#server/output/translate.ts'

/** `level 2, bay 14` after the name of a car park, or what is known of it; null where nothing is. */
export function describeBay(
  { level, bay }: { level: string | null; bay: string | null },
  locale: Locale,
): string | null {
  const key = level && bay ? 'both' : level ? 'level' : bay ? 'bay' : null
  return key === null ? null : translate(locale, `papers.bay_of_order.${key}`, { level, bay })
}
