import { pictureUrl } from '#contract/catalogue/desk/pictures.ts'
import type { Tx } from '#server/database/connect.ts'
import { fieldError } from '#server/http/errors.ts'

/** Throws 422 at `field` for an address of a picture that does not exist; null is none. */
export async function requirePicture(tx: Tx, field: string, url: string | null): Promise<void> {
  if (url === null) return
  const id = url.slice(url.lastIndexOf('/') + 1)
  const found = await tx.selectFrom('pictures').select('id').where('id', '=', id).executeTakeFirst()
  if (found === undefined || url !== pictureUrl(id)) throw fieldError(field, 'photo')
}
