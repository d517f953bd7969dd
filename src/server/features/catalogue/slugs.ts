import type { Tx } from '#server/database/connect.ts'
import { newCode } from '#server/database/ids.ts'
import { fieldError } from '#server/http/errors.ts'
import { toSlug } from '#server/slugs.ts'

const isTaken = async (tx: Tx, slug: string): Promise<boolean> =>
  (await tx.selectFrom('catalogue_slugs').select('slug').where('slug', '=', slug).executeTakeFirst()) !== undefined

/** Throws 422 for the address of another category or item, which share one namespace. */
export async function requireFreeSlug(tx: Tx, slug: string): Promise<void> {
  if (await isTaken(tx, slug)) throw fieldError('slug', 'slug_taken')
}

/** Makes an address from a name, with some letters behind it where another category or item has it. Throws 422 without a name. */
export async function findFreeSlug(tx: Tx, name: string | null): Promise<string> {
  if (name === null) throw fieldError('name', 'required')
  const base = toSlug(name).slice(0, 70).replace(/-$/, '') || 'item'
  return (await isTaken(tx, base)) ? `${base}-${newCode(4).toLowerCase()}` : base
}
