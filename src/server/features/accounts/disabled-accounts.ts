import type { Person } from '#contract/accounts/desk/people.ts'
import type { Tx } from '#server/database/connect.ts'
import { requireAdmin } from '#server/features/access/assignments.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { getPerson, requireChangeable, type PersonReader as Actor } from '#server/features/access/people-commands.ts'
import { revokeSessions } from './login/sessions.ts'

interface PersonChange {
  answer: Person
  changes: AuditedChange[]
}

/**
 * Disables an account and logs all of its devices out. Throws `not_found`, `own_access`, `beyond_access` and `last_admin`.
 * Does nothing to one that is disabled already.
 */
export async function disableAccount(
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
  now: Date,
): Promise<PersonChange> {
  const before = await getPerson(tx, actor, id, now)
  await requireChangeable(tx, actor, id)
  if (before.disabled_at !== null) return { answer: before, changes: [] }
  await requireAdmin(tx, async () => {
    await tx.updateTable('users').set({ disabled_at: now, disabled_reason: reason }).where('id', '=', id).execute()
    await revokeSessions(tx, id)
  })
  const answer = await getPerson(tx, actor, id, now)
  return { answer, changes: [{ kind: 'user', id, before: { disabled: false }, after: { disabled: true, reason } }] }
}

/** Enables an account again. Throws like `disableAccount`. */
export async function enableAccount(tx: Tx, actor: Actor, id: string, now: Date): Promise<PersonChange> {
  const before = await getPerson(tx, actor, id, now)
  await requireChangeable(tx, actor, id)
  if (before.disabled_at === null) return { answer: before, changes: [] }
  await tx.updateTable('users').set({ disabled_at: null, disabled_reason: null }).where('id', '=', id).execute()
  const answer = await getPerson(tx, actor, id, now)
  return { answer, changes: [{ kind: 'user', id, before: { disabled: true }, after: { disabled: false } }] }
}

/** Logs all devices of an account out. Throws like `disableAccount`. */
export async function logOutAccount(tx: Tx, actor: Actor, id: string, now: Date): Promise<PersonChange> {
  const answer = await getPerson(tx, actor, id, now)
  await requireChangeable(tx, actor, id)
  await revokeSessions(tx, id)
  return { answer, changes: [{ kind: 'user', id, after: { logged_out: true } }] }
}
