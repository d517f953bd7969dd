import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Invitation, InvitedRegistration } from '#contract/accounts/invitations.ts'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { assignRole } from '#server/features/access/assignments.ts'
import { recordAudit } from '#server/features/access/audit.ts'
import { mayStillGive } from '#server/features/access/people-commands.ts'
import { readAccess } from '#server/features/access/roles.ts'
import { placeName } from '#server/features/access/scope-condition.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import type { ClientInfo } from '../client-info.ts'
import { countAttempt, limits } from '../login/attempts.ts'
import { claimUnverifiedAccount } from '../login/claim-account.ts'
import { hashPassword } from '../login/passwords.ts'
import { createLogin, type LoginResult } from '../login/sessions.ts'
import { accountByEmail, getProfile, hashToken } from '../queries.ts'
import { isGuessable } from '../rules.ts'
import { placeOf, roleName, stateOf } from './desk.ts'

type Start = Invitation['start']

interface Row {
  id: string
  email: string
  state: Invitation['state']
  role_id: string
  role_code: string
  role: string
  place: string | null
  scope: 'everywhere' | 'country' | 'partner' | 'branch' | 'park'
  country_id: number | null
  partner_id: string | null
  branch_id: string | null
  park_id: string | null
  invited_by_id: string | null
  invited_by: string | null
  expires_at: Date
}

/**
 * Finds an invitation by its token. One whose sender may no longer give the role is withdrawn. Throws `not_found` for a token
 * that is none, or that was replaced.
 */
async function getRow(db: Db | Tx, token: string, language: Language, now: Date): Promise<Row> {
  const { rows } = await sql<Row>`
    select i.id, i.email, ${stateOf(now)} as state, i.role_id, r.code as role_code, ${roleName(language)} as role,
      ${placeName('i', language)} as place, i.scope, i.country_id, i.partner_id, i.branch_id, i.park_id,
      i.invited_by as invited_by_id, nullif(trim(concat(b.first_name, ' ', b.last_name)), '') as invited_by, i.expires_at
    from invitations i join roles r on r.id = i.role_id left join users b on b.id = i.invited_by
    where i.token_hash = ${hashToken(token)}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  const { role_id, invited_by_id, state } = row
  const isGiven =
    invited_by_id !== null &&
    (await mayStillGive(db, invited_by_id, { role_id, place: placeOf(row) }, 'invitations.create'))
  return state === 'waiting' && !isGiven ? { ...row, state: 'withdrawn' } : row
}

const startOf = ({ role_code, branch_id }: Row): Start => ({
  page: role_code === 'guard' || role_code === 'partner_attendant' ? 'guard' : 'desk',
  branch_id,
})

/** Returns what an invitation offers, and whether it still can be accepted. Throws `not_found`. */
export async function findInvitation(db: Db, token: string, language: Language, now: Date): Promise<Invitation> {
  const row = await getRow(db, token, language, now)
  const { email, state, role, place, invited_by, expires_at } = row
  const account = await accountByEmail(db, email).executeTakeFirst()
  return {
    email,
    state,
    role,
    place,
    invited_by,
    expires_at: expires_at.toISOString(),
    has_account: account !== undefined && account.email_verified_at !== null,
    start: startOf(row),
  }
}

/** Reads an invitation that can be accepted, and that nobody else accepts or withdraws until the transaction ends. */
async function lockWaiting(tx: Tx, token: string, language: Language, now: Date): Promise<Row> {
  await tx.selectFrom('invitations').select('id').where('token_hash', '=', hashToken(token)).forUpdate().execute()
  const row = await getRow(tx, token, language, now)
  if (row.state !== 'waiting') throw new AppError('invitation_over')
  return row
}

interface Accepting {
  user_id: string
  request: { id: string; ip: string }
  now: Date
}

/** Gives the role, and writes who accepted it into the audit log. */
async function giveRole(tx: Tx, row: Row, { user_id, request, now }: Accepting): Promise<void> {
  await assignRole(tx, { user_id, role_id: row.role_id, ...placeOf(row) }, now)
  await tx.updateTable('invitations').set({ accepted_at: now, accepted_by: user_id }).where('id', '=', row.id).execute()
  const { role } = await readAccess(tx, user_id)
  const { branch_id, partner_id, place } = row
  await recordAudit(
    tx,
    {
      user: { user_id, role },
      permission: 'invitations.create',
      action: 'acceptInvitation',
      request_id: request.id,
      ip: request.ip,
    },
    {
      kind: 'user',
      id: user_id,
      branch_id,
      partner_id,
      after: { roles: [place === null ? row.role : `${row.role} (${place})`], invited_by: row.invited_by },
    },
    now,
  )
}

/**
 * Gives the caller the role that their address was offered. Throws `not_found`, `invitation_over`, and `invitation_other` for
 * another address than the caller's.
 */
export async function acceptInvitation(
  tx: Tx,
  { user, language, request, now }: { user: SignedIn; language: Language; request: Accepting['request']; now: Date },
  token: string,
): Promise<{ start: Start; user: LoginResult['user'] }> {
  const row = await lockWaiting(tx, token, language, now)
  if (row.email !== user.email) throw new AppError('invitation_other')
  await giveRole(tx, row, { user_id: user.user_id, request, now })
  return { start: startOf(row), user: await getProfile(tx, user.user_id, language, user) }
}

/** A registration before its transaction, which must not wait for the hash. */
export interface CheckedInvitee {
  caller: ClientInfo
  password_hash: string
}

/** Throws 422 for a guessable password, `not_found` and `rate_limited`. */
export async function checkInvitee(
  deps: Deps,
  token: string,
  { password, first_name, last_name }: z.output<typeof InvitedRegistration>,
  caller: ClientInfo,
): Promise<CheckedInvitee> {
  const { email } = await getRow(deps.db, token, 'en', deps.clock())
  if (isGuessable(password, { email, first_name, last_name })) throw fieldError('password', 'password_common')
  await countAttempt(deps, [limits.register(deps.config, caller.ip)], 'rate_limited')
  return { caller, password_hash: await hashPassword(password) }
}

/**
 * Opens the account of an invited address with the role, and logs in: the link proves the address. Throws as
 * `acceptInvitation` does, and `account_exists` for an address with an account, whose owner logs in first.
 */
export async function registerWithInvitation(
  tx: Tx,
  call: {
    token: string
    details: z.output<typeof InvitedRegistration> & { country_code: CountryCode }
    language: Language
    request: Accepting['request']
    now: Date
  },
  { caller, password_hash }: CheckedInvitee,
): Promise<LoginResult & { start: Start }> {
  const { details, now } = call
  const language = details.language ?? call.language
  const row = await lockWaiting(tx, call.token, call.language, now)
  const names = { first_name: details.first_name, last_name: details.last_name ?? null }
  const columns = { ...names, password_hash, country_id: countryIds[details.country_code], language }
  const id = newId(now.getTime())
  await tx
    .insertInto('users')
    .values({ id, email: row.email, ...columns, email_verified_at: now, terms_accepted_at: now, created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  const account = await accountByEmail(tx, row.email).forUpdate().executeTakeFirstOrThrow()
  if (account.id !== id) {
    if (account.email_verified_at !== null) throw new AppError('account_exists')
    await claimUnverifiedAccount(tx, account, { language, country_code: details.country_code }, now)
    await tx.updateTable('users').set(columns).where('id', '=', account.id).execute()
  }
  await giveRole(tx, row, { user_id: account.id, request: call.request, now })
  return { ...(await createLogin(tx, account.id, { caller, language: call.language, now })), start: startOf(row) }
}
