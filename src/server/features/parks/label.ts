import { sql } from 'kysely'
import type { Locale } from '#contract/formats.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { ParkNear } from '#contract/parks/park-near.ts'
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

/** Returns the label of a row with `labelColumns`. */
export const labelRow = (
  { park_name: name, park_near: near, park_address: address, park_city: city }: LabelRow,
  locale: Locale,
): string => labelPark({ name, near, address, city }, locale)
