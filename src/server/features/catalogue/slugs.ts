import type { Tx } from '#server/database/connect.ts'
import { fieldError } from '#server/http/errors.ts'

/** Throws 422 for the address of another category or item, which share one namespace. */
export async function requireFreeSlug(tx: Tx, slug: string): Promise<void> {
  const taken = await tx.selectFrom('catalogue_slugs').select('slug').where('slug', '=', slug).executeTakeFirst()
  if (taken !== undefined) throw fieldError('slug', 'slug_taken')
}
