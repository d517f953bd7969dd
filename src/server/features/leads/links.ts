import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '#server/database/connect.ts'
import { isUuid } from '#server/database/ids.ts'
import { addSecret, getSecrets } from '#server/database/stored-settings.ts'

/*
 * Token in the mail of a demonstration: `<lead id>.<HMAC-SHA256, base64url>`. It is not stored, and gives access to that
 * one demonstration.
 */

const settingName = 'leads_key'

const getKeys = (db: Db | Tx) => getSecrets(db, settingName)

/** From now on a new key signs tokens; those of earlier keys stay valid. */
export const rotateDemoTokenKey = (tx: Tx): Promise<void> => addSecret(tx, settingName)

const signLeadId = (key: Buffer, lead_id: string) => createHmac('sha256', key).update(`demo:${lead_id}`).digest()

export async function writeDemoToken(db: Db | Tx, lead_id: string): Promise<string> {
  return `${lead_id}.${signLeadId((await getKeys(db))[0], lead_id).toString('base64url')}`
}

/** Returns the lead id of a token, or undefined for an invalid signature. */
export async function readDemoToken(db: Db | Tx, token: string): Promise<string | undefined> {
  const [lead_id = '', signature = ''] = token.split('.')
  if (!isUuid(lead_id)) return undefined
  const given = Buffer.from(signature, 'base64url')
  const isSignedBy = (key: Buffer) => {
    const expected = signLeadId(key, lead_id)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  return (await getKeys(db)).some(isSignedBy) ? lead_id : undefined
}
