import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { createManagerCode as codeEndpoint } from '#contract/cash/desk/own-shift.ts'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { minute_ms, quarter_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Audited } from '#server/features/access/change.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import type { Access, Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import type { OpenShift } from './entries.ts'

/* Codes by which a manager approves something at a register: six digits, once, for two minutes. */

const valid_ms = 2 * minute_ms
/** So many wrong codes in a row lock a shift's register for codes for so long. */
const mostWrong = 5
const lock_ms = quarter_ms

const hashOf = (register_id: string, code: string): Buffer =>
  createHash('sha256').update(`manager code:${register_id}:${code}`).digest()

/** Creates a code for a register of the caller's branches. Throws `not_found`. */
export async function createManagerCode(
  tx: Tx,
  { user_id, scope, now }: { user_id: string; scope: Scope; now: Date },
  { register_id }: ParsedBody<typeof codeEndpoint>,
): Promise<Audited<AnswerOf<typeof codeEndpoint>>> {
  const register = await tx
    .selectFrom('registers')
    .select(['branch_id', 'name'])
    .where('id', '=', register_id)
    .executeTakeFirst()
  if (register === undefined || !includesBranch(scope, register.branch_id)) throw new AppError('not_found')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expires_at = new Date(now.getTime() + valid_ms)
  // One at a time for each manager and register: an older one is no longer valid.
  await sql`delete from manager_codes where register_id = ${register_id}::uuid
    and (created_by = ${user_id}::uuid or expires_at < ${now}::timestamptz) and used_at is null`.execute(tx)
  await tx
    .insertInto('manager_codes')
    .values({
      id: newId(now.getTime()),
      register_id,
      code_hash: hashOf(register_id, code),
      created_by: user_id,
      expires_at,
    })
    .execute()
  const change = {
    kind: 'register',
    id: register_id,
    branch_id: register.branch_id,
    after: { code_created: register.name },
  }
  return { answer: { code, expires_at: expires_at.toISOString() }, changes: [change] }
}

/** What a seller may take off at a branch by themselves, in percent. */
export async function findDiscountLimit(db: Db | Tx, branch_id: string, access: Access): Promise<number> {
  const may = (permission: 'pos.approve' | 'pos.discount') => {
    const scope = access.get(permission)
    return scope !== undefined && includesBranch(scope, branch_id)
  }
  if (may('pos.approve')) return 100
  if (!may('pos.discount')) return 0
  const { counter_discount_percent } = await db
    .selectFrom('branch_setup')
    .select('counter_discount_percent')
    .where('branch_id', '=', branch_id)
    .executeTakeFirstOrThrow()
  return counter_discount_percent
}

/**
 * Uses up a code at the register of a shift and returns whose it is. A wrong one returns its error, which must be stored
 * before it is thrown: `manager_code`, and `manager_code_locked` after five in a row, for 15 minutes.
 */
export async function useManagerCode(
  tx: Tx,
  { id, register_id }: OpenShift,
  typed: string,
  now: Date,
): Promise<{ manager_id: string; refusal?: undefined } | { refusal: AppError }> {
  const shift = await tx
    .selectFrom('shifts')
    .select(['wrong_codes', 'codes_locked_until'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const lockedError = (until: Date) =>
    new AppError('manager_code_locked', { minutes: Math.ceil((until.getTime() - now.getTime()) / minute_ms) })
  if (shift.codes_locked_until !== null && now < shift.codes_locked_until) throw lockedError(shift.codes_locked_until)
  const { rows } = await sql<{ created_by: string }>`
    update manager_codes set used_at = ${now}::timestamptz
    where register_id = ${register_id}::uuid and code_hash = ${hashOf(register_id, typed.replaceAll(/\D/g, ''))}
      and used_at is null and expires_at > ${now}::timestamptz returning created_by`.execute(tx)
  const wrong = rows.length > 0 ? 0 : shift.wrong_codes + 1
  const until = wrong >= mostWrong ? new Date(now.getTime() + lock_ms) : null
  await tx
    .updateTable('shifts')
    .set({ wrong_codes: until === null ? wrong : 0, codes_locked_until: until })
    .where('id', '=', id)
    .execute()
  if (rows[0] !== undefined) return { manager_id: rows[0].created_by }
  return { refusal: until === null ? new AppError('manager_code', { left: mostWrong - wrong }) : lockedError(until) }
}
