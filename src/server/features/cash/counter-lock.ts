import { sql } from 'kysely'
import type { Profile } from '#contract/accounts/auth.ts'
import type { getCounterLock as lockEndpoint, unlockCounter as unlockEndpoint } from '#contract/cash/counter-lock.ts'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { readAccess } from '#server/features/access/roles.ts'
import { narrowToCounter } from '#server/features/access/scopes.ts'
import { verifyPassword } from '#server/features/accounts/account.ts'
import type { ClientInfo } from '#server/features/accounts/client-info.ts'
import { hashPin, isPinOf, setOwnPin } from '#server/features/accounts/counter-pins.ts'
import {
  clearFailedAttempts,
  countAttempt,
  readGuess,
  type Guess,
  type Limit,
} from '#server/features/accounts/login/attempts.ts'
import { getProfile } from '#server/features/accounts/queries.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { getOpenShift, toSeller } from './entries.ts'

/* Devices at a counter that several people share (decision 84). */

/** So many wrong PINs of a person, and of all people at one device, within so many minutes. */
const limitsOf = (session_id: string, user_id: string): Limit[] => [
  { kind: 'counter_pin', subject: user_id, most: 5, minutes: 15 },
  { kind: 'counter_device', subject: session_id, most: 15, minutes: 15 },
]

/** Returns who can unlock the counter of the caller's open shift. Throws `shift_needed`. */
export async function getCounterLock(db: Db | Tx, user: SignedIn): Promise<AnswerOf<typeof lockEndpoint>> {
  const { id } = await getOpenShift(db, toSeller(user))
  const shift = await db
    .selectFrom('shifts as s')
    .innerJoin('registers as r', 'r.id', 's.register_id')
    .innerJoin('branches as b', 'b.id', 's.branch_id')
    .select(['s.number as shift_number', 'r.name as register', 'b.name as branch'])
    .where('s.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...shift, operators: (await listOperators(db, id)).map(({ email: _email, ...operator }) => operator) }
}

/** The person who opened a shift, and those whose role at its branch sells. */
async function listOperators(db: Db | Tx, shift_id: string) {
  const { rows } = await sql<{ id: string; name: string; email: string; has_pin: boolean }>`
    select u.id, u.email, coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), split_part(u.email, '@', 1)) as name,
      exists (select from counter_pins p where p.user_id = u.id) as has_pin
    from shifts s join users u on u.erased_at is null and u.disabled_at is null and (u.id = s.opened_by or u.id in (
      select a.user_id from role_assignments a join role_permissions g on g.role_id = a.role_id and g.permission = 'pos.sell'
      where a.scope = 'branch' and a.branch_id = s.branch_id))
    where s.id = ${shift_id}::uuid order by (u.id = s.opened_by) desc, name limit 200`.execute(db)
  return rows
}

/**
 * Makes the caller's session that of the counter where they have an open shift, and locks it. Throws `shift_needed`, and
 * `forbidden` for somebody who sells nothing.
 */
export async function lockCounter(tx: Tx, user: SignedIn, language: Language): Promise<Profile> {
  if (user.counter !== undefined) {
    await sql`update counter_sessions set operator_id = null where session_id = ${user.session_id}::uuid`.execute(tx)
    const counter = { ...user.counter, is_locked: true }
    return getProfile(tx, counter.owner_id, language, { ...user, counter })
  }
  if (!user.access.has('pos.sell')) throw new AppError('forbidden')
  const shift = await getOpenShift(tx, toSeller(user))
  await tx
    .insertInto('counter_sessions')
    .values({ session_id: user.session_id, shift_id: shift.id })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ operator_id: null }))
    .execute()
  const counter = { shift_id: shift.id, branch_id: shift.branch_id, owner_id: user.user_id, is_locked: true }
  return getProfile(tx, user.user_id, language, { ...user, counter })
}

type Unlocking = ParsedBody<typeof unlockEndpoint>

/** What was checked before the transaction of `unlockCounter`: the hash of a new PIN, and the guess at a password. */
export interface CheckedUnlocking {
  pin_hash: string | undefined
  guess: Guess | undefined
}

/**
 * Checks the PIN or the password of somebody who sells at the branch of the locked counter. Throws `forbidden` for a session
 * that is not that of a counter, `not_found` for anybody else, `too_many_attempts`, and 422.
 */
export async function checkUnlocking(
  deps: Deps,
  user: SignedIn,
  { user_id, pin, password, new_pin }: Unlocking,
  caller: ClientInfo,
): Promise<CheckedUnlocking> {
  const { db } = deps
  if (user.counter === undefined) throw new AppError('forbidden')
  const operator = (await listOperators(db, user.counter.shift_id)).find(({ id }) => id === user_id)
  if (operator === undefined) throw new AppError('not_found')
  if (password !== undefined) {
    await verifyPassword(deps, operator, caller, { field: 'password', password })
    const guess = await readGuess(db, operator.email, caller)
    return { pin_hash: new_pin === undefined ? undefined : await hashPin(new_pin), guess }
  }
  if (pin === undefined) throw fieldError('pin', 'required')
  await countAttempt(deps, limitsOf(user.session_id, user_id), 'too_many_attempts')
  if (!(await isPinOf(db, user_id, pin))) throw fieldError('pin', 'pin_wrong')
  return { pin_hash: undefined, guess: undefined }
}

/**
 * Lets the session of a counter act for somebody who has just proved who they are. Throws `shift_state` once the shift is
 * closed, and `forbidden` for somebody who sells nothing there any more.
 */
export async function unlockCounter(
  tx: Tx,
  deps: Deps,
  { user, language, now }: { user: SignedIn; language: Language; now: Date },
  user_id: string,
  { pin_hash, guess }: CheckedUnlocking,
): Promise<Profile> {
  const { session_id } = user
  const shift = await tx
    .selectFrom('counter_sessions as k')
    .innerJoin('shifts as s', 's.id', 'k.shift_id')
    .select(['s.id', 's.branch_id', 's.closed_at'])
    .where('k.session_id', '=', session_id)
    .forUpdate('k')
    .executeTakeFirst()
  if (shift === undefined || shift.closed_at !== null) throw new AppError('shift_state')
  const counter = { ...user.counter!, is_locked: false }
  const { access } = await readAccess(tx, user_id)
  if (!narrowToCounter(access, counter).has('pos.sell')) throw new AppError('forbidden')
  if (guess === undefined) {
    await tx.deleteFrom('failed_attempts').where('kind', '=', 'counter_pin').where('subject', '=', user_id).execute()
    await tx
      .deleteFrom('failed_attempts')
      .where('kind', '=', 'counter_device')
      .where('subject', '=', session_id)
      .execute()
  } else await clearFailedAttempts(tx, deps.config, guess)
  if (pin_hash !== undefined) await setOwnPin(tx, user_id, pin_hash, now)
  await tx.updateTable('counter_sessions').set({ operator_id: user_id }).where('session_id', '=', session_id).execute()
  await tx
    .insertInto('shift_operators')
    .values({ shift_id: shift.id, user_id, first_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return getProfile(tx, user_id, language, { second_factor: 'off', second_factor_due_at: null, counter })
}
