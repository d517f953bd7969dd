import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '#server/database/connect.ts'

/** What is kept in the database under this setting; made once, whichever process comes first. Plain JSON. */
export async function getOrCreateSetting<T>(db: Db | Tx, setting: string, make: () => T): Promise<T> {
  const find = () => db.selectFrom('settings').select('value').where('key', '=', setting).executeTakeFirst()
  const known = await find()
  if (known !== undefined) return known.value as T
  await db
    .insertInto('settings')
    .values({ key: setting, value: JSON.stringify(make()) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await find())!.value as T
}

/** A key of 32 bytes. */
export async function getSecret(db: Db | Tx, setting: string): Promise<Buffer> {
  const kept = await getOrCreateSetting(db, setting, () => randomBytes(32).toString('base64url'))
  return Buffer.from(kept, 'base64url')
}
