import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'

/** A park's title for the head of its page, and its proper slug; undefined for a handle (slug or code) that nobody has. */
export async function findParkTitle(
  db: Db,
  handle: string,
  language: Language,
): Promise<{ title: string; slug: string } | undefined> {
  const park = await db
    .selectFrom('park_handles')
    .innerJoin('parks', 'parks.id', 'park_handles.park_id')
    .select(['parks.slug', 'parks.name', 'parks.address', 'parks.city'])
    .where('park_handles.handle', '=', handle.toLowerCase())
    .executeTakeFirst()
  return park === undefined ? undefined : { slug: park.slug, title: titleOf(park, language) }
}

/** A name as recorded, else a label made of where it is; the label is never stored as the name. */
export function titleOf(
  park: { name: string | null; address: string | null; city: string | null },
  language: Language,
): string {
  if (park.name !== null) return park.name
  const where = [park.address, park.city].filter((part) => part !== null).join(', ')
  if (language === 'fr') return where === '' ? 'Parking' : `Parking près de ${where}`
  return where === '' ? 'Car park' : `Car park near ${where}`
}
