import { sql } from 'kysely'
import type { Person } from '#contract/accounts/desk/people.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Audited } from '#server/features/access/change.ts'
import { getPerson, requireChangeable, type PersonReader } from '#server/features/access/people-commands.ts'
import { hashPassword, isPassword } from './login/passwords.ts'

/* PINs with which people unlock the counter of a colleague's shift (decision 84). */

export const hashPin = (pin: string): Promise<string> => hashPassword(pin)

/** Whether it is the PIN of a person; takes the same time without one. */
export async function isPinOf(db: Db | Tx, user_id: string, pin: string): Promise<boolean> {
  const row = await db.selectFrom('counter_pins').select('pin_hash').where('user_id', '=', user_id).executeTakeFirst()
  return isPassword(row?.pin_hash, pin)
}

/** Returns since when a person has a PIN. */
export async function getOwnPin(db: Db | Tx, user_id: string): Promise<{ set_at: string | null }> {
  const row = await db.selectFrom('counter_pins').select('set_at').where('user_id', '=', user_id).executeTakeFirst()
  return { set_at: row?.set_at.toISOString() ?? null }
}

/** Stores the PIN of a person in place of the one before. */
export async function setOwnPin(
  tx: Tx,
  user_id: string,
  pin_hash: string,
  now: Date,
): Promise<{ set_at: string | null }> {
  await tx
    .insertInto('counter_pins')
    .values({ user_id, pin_hash, set_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pin_hash, set_at: now }))
    .execute()
  return { set_at: now.toISOString() }
}

/** Deletes the PIN of a person, and locks what they have unlocked. */
export async function deleteOwnPin(tx: Tx, user_id: string): Promise<boolean> {
  await lockCountersOf(tx, user_id)
  const { numDeletedRows } = await tx.deleteFrom('counter_pins').where('user_id', '=', user_id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Locks every counter that a person has unlocked. */
export async function lockCountersOf(tx: Tx, user_id: string): Promise<void> {
  await sql`update counter_sessions set operator_id = null where operator_id = ${user_id}::uuid`.execute(tx)
}

/** Takes the PIN of a colleague away. Throws `not_found`, `own_access` and `beyond_access`. */
export async function clearCounterPin(tx: Tx, actor: PersonReader, id: string, now: Date): Promise<Audited<Person>> {
  await getPerson(tx, actor, id, now)
  await requireChangeable(tx, actor, id)
  const had = await deleteOwnPin(tx, id)
  const answer = await getPerson(tx, actor, id, now)
  const change = { kind: 'user', id, before: { counter_pin: true }, after: { counter_pin: false } }
  return { answer, changes: had ? [change] : [] }
}
