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

const makeKey = () => randomBytes(32).toString('base64url')
/** One key is stored as a text, several as a list, the newest first. */
const listKeys = (stored: string | readonly string[]): string[] => [stored].flat() as string[]

/** Random keys of 32 bytes, the newest first: it alone signs, all are accepted. The first is created at first use. */
export async function getSecrets(db: Db | Tx, setting: string): Promise<[newest: Buffer, ...earlier: Buffer[]]> {
  const stored = await getOrCreateSetting<string | string[]>(db, setting, makeKey)
  return listKeys(stored).map((key) => Buffer.from(key, 'base64url')) as [Buffer, ...Buffer[]]
}

/** Puts a new key before those of a setting that `getSecrets` reads. */
export async function addSecret(tx: Tx, setting: string): Promise<void> {
  await getOrCreateSetting(tx, setting, makeKey)
  const { value } = await tx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', setting)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const keys = [makeKey(), ...listKeys(value as string | string[])]
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(keys) })
    .where('key', '=', setting)
    .execute()
}
