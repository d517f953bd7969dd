import { sql } from 'kysely'
import { localeOf, type Locale } from '#contract/formats.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { ParkNear } from '#contract/parks/park-near.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { translate } from '#server/output/translate.ts'

/** Returns a park's label in a language (`park-label.ts`). */
export const labelPark = (park: Parameters<typeof parkLabel>[0], locale: Locale): string =>
  parkLabel(park, (key, params) => translate(locale, key, params))

/** SQL: what a label of the park `p` needs, beside rows of other tables; null without a park. */
export const labelColumns = sql`p.name as park_name, p.near as park_near, p.address as park_address, p.city as park_city`

/** The columns of `labelColumns`. */
export interface LabelRow {
  park_name: string | null
  park_near: ParkNear | null
  park_address: string | null
  park_city: string | null
}

/** Returns the label of a row with `labelColumns`, for readers of a language in a country. */
export const labelRow = (
  { park_name: name, park_near: near, park_address: address, park_city: city }: LabelRow,
  language: Language,
  country?: CountryCode,
): string => labelPark({ name, near, address, city }, country === undefined ? language : localeOf(language, country))
