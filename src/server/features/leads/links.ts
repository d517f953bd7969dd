import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '#server/database/connect.ts'
import { isUuid } from '#server/ids.ts'
import { getSecret } from '#server/secrets.ts'

/*
 * The link of a demonstration's mail: `<its lead>.<HMAC>`. It is kept nowhere, and opens that one time and nothing else.
 */

const setting = 'leads_key'

/** The key behind the links. */
const getKey = (db: Db | Tx): Promise<Buffer> => getSecret(db, setting)

const sealOf = (key: Buffer, lead_id: string) => createHmac('sha256', key).update(`demo:${lead_id}`).digest()

export async function writeDemoToken(db: Db | Tx, lead_id: string): Promise<string> {
  return `${lead_id}.${sealOf(await getKey(db), lead_id).toString('base64url')}`
}

/** The lead of a link, or undefined for one that is not ours. */
export async function readDemoToken(db: Db | Tx, token: string): Promise<string | undefined> {
  const [lead_id = '', seal = ''] = token.split('.')
  if (!isUuid(lead_id)) return undefined
  const [given, right] = [Buffer.from(seal, 'base64url'), sealOf(await getKey(db), lead_id)]
  return given.length === right.length && timingSafeEqual(given, right) ? lead_id : undefined
}
