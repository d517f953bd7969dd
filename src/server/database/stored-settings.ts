import { randomBytes } from 'node:crypto'
import type { Db, Tx } from './connect.ts'

/** The value stored under `setting` (plain JSON); created once if missing, also when several processes start together. */
export async function getOrCreateSetting<T>(db: Db | Tx, setting: string, make: () => T | Promise<T>): Promise<T> {
  const find = () => db.selectFrom('settings').select('value').where('key', '=', setting).executeTakeFirst()
  const existing = await find()
  if (existing !== undefined) return existing.value as T
  await db
    .insertInto('settings')
    .values({ key: setting, value: JSON.stringify(await make()) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await find())!.value as T
}

/** A random key of 32 bytes, created at first use. */
export async function getSecret(db: Db | Tx, setting: string): Promise<Buffer> {
  const encoded = await getOrCreateSetting(db, setting, () => randomBytes(32).toString('base64url'))
  return Buffer.from(encoded, 'base64url')
}
