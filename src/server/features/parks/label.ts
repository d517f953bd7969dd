import { parkLabel } from '#contract/park-label.ts'
import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { translate } from '#server/translate.ts'

/** Returns a park's label in a language (`park-label.ts`). */
export const labelPark = (park: Parameters<typeof parkLabel>[0], language: Language): string =>
  parkLabel(park, (key, params) => translate(language, key, params))

/** Returns the label and slug of the park with this slug or code, or undefined. */
export async function findParkLabel(
  db: Db,
  handle: string,
  language: Language,
): Promise<{ label: string; slug: string } | undefined> {
  const park = await db
    .selectFrom('park_handles')
    .innerJoin('parks', 'parks.id', 'park_handles.park_id')
    .select(['parks.slug', 'parks.name', 'parks.address', 'parks.city'])
    .where('park_handles.handle', '=', handle.toLowerCase())
    .executeTakeFirst()
  return park === undefined ? undefined : { slug: park.slug, label: labelPark(park, language) }
}
