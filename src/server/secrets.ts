import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '#server/database/connect.ts'

/** A key of 32 bytes that is kept in the database under this setting; made once, whichever process comes first. */
export async function getSecret(db: Db | Tx, setting: string): Promise<Buffer> {
  const find = () => db.selectFrom('settings').select('value').where('key', '=', setting).executeTakeFirst()
  const known = await find()
  if (known !== undefined) return Buffer.from(known.value as string, 'base64url')
  await db
    .insertInto('settings')
    .values({ key: setting, value: JSON.stringify(randomBytes(32).toString('base64url')) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return Buffer.from((await find())!.value as string, 'base64url')
}
