import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/connect.ts'
import { toNetwork } from '#server/http/network.ts'
import type { ClientInfo } from '../client-info.ts'

/** Where an attempt comes from: its device if the account knows it, otherwise its network. */
export interface Source {
  key: string
  /** Whether the account was registered or entered with this device or from this network, or asked for its first code. */
  is_known: boolean
}

const networkKey = ({ ip }: ClientInfo) => `network ${toNetwork(ip)}`
/** The cookie itself is not kept. */
const deviceKey = (device: string) => `device ${createHash('sha256').update(device).digest('base64url')}`
/** The keys of a caller: their device, if it has one, and their network. */
export const keysOf = (caller: ClientInfo): string[] => [
  ...(caller.device === undefined ? [] : [deviceKey(caller.device)]),
  networkKey(caller),
]

/** Identifies where an attempt at the account of an email address, or of a confirmed mobile number, comes from. */
export async function identifySource(db: Db | Tx, identifier: string, caller: ClientInfo): Promise<Source> {
  const keys = keysOf(caller)
  const isEmail = identifier.includes('@')
  const known = await db
    .selectFrom('known_sources as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select('k.source')
    .$if(isEmail, (query) => query.where('u.email', '=', identifier))
    .$if(!isEmail, (query) =>
      query.where('u.id', '=', (row) =>
        row.selectFrom('text_numbers as n').select('n.user_id').where('n.number', '=', identifier),
      ),
    )
    .where('k.source', 'in', keys)
    .union(
      db
        .selectFrom('email_codes')
        .select(sql<string>`unnest(sources)`.as('source'))
        .where(isEmail ? 'email' : 'number', '=', identifier),
    )
    .execute()
  const key = keys.find((key) => known.some(({ source }) => source === key))
  return { key: key ?? networkKey(caller), is_known: key !== undefined }
}

/** Remembers the device and the network of an account's registration or login. */
export async function rememberSource(tx: Tx, user_id: string, caller: ClientInfo, now: Date): Promise<void> {
  await tx
    .insertInto('known_sources')
    .values(keysOf(caller).map((source) => ({ user_id, source, last_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).doUpdateSet({ last_at: now }))
    .execute()
}

export async function forgetSources(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('known_sources').where('user_id', '=', user_id).execute()
}
