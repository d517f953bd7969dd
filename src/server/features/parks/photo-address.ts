import { sql } from 'kysely'

/** The address of a photo; its content never changes. */
export const photoUrl = (id: string): string => `/api/v1/front/photos/${id}`

/** SQL: the ID of the first photo of the park `p`; null without one. */
export const firstPhoto = sql<string | null>`(
  select id from park_photos where park_id = p.id order by position, id limit 1)`

/** The address of the first photo by its ID; null without one. */
export const firstPhotoUrl = (id: string | null): string | null => (id === null ? null : photoUrl(id))
