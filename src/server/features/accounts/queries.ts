import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Profile } from '#contract/accounts/auth.ts'
import { factorGrace_days } from '#contract/accounts/second-factor.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { isShippedRole } from '#contract/shipped-roles.ts'
import { day_ms, hour_ms } from '#contract/time.ts'
import { arrayOf } from '#server/database/array.ts'
import { createBatcher, slowQuery_ms } from '#server/database/batch.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { findOperator, findOwnBranches } from '#server/features/access/own-branches.ts'
import { assignmentsOf, readAccess, RoleCache, toAccess, type Assignment } from '#server/features/access/roles.ts'
import { narrowToCounter } from '#server/features/access/scopes.ts'
import { findFactorState, isLockedOut, type FactorFacts } from '#server/features/access/second-factor.ts'
import { noAccess, type SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'

type SessionRow = Omit<SignedIn, 'role' | 'access' | 'second_factor' | 'second_factor_due_at'> &
  FactorFacts & {
    hash: string
    last_seen_at: Date
    /** Null for customers, who have no role. */
    held: Assignment[] | null
    access_version: bigint | null
    /** Of a session of a counter. */
    shift_id: string | null
    branch_id: string | null
    owner_id: string
    operator_id: string | null
  }

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Returns a finder of users by bearer token, undefined for an expired or revoked session. Queries the database for each
 * request and batches concurrent ones.
 */
export function createSessionFinder({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): (token: string) => Promise<SignedIn | undefined> {
  const roles = new RoleCache(db)
  const findSessions = async (hashes: readonly string[]) => {
    const now = clock()
    const { rows } = await sql<SessionRow>`
      select w.hash, s.id as session_id, s.last_seen_at, u.id as user_id, u.email, u.language, c.code as country_code, r.held,
        s.factor_at, u.factor_due_at, (r.held is not null and exists (select from second_factors f
          where f.user_id = u.id and f.confirmed_at is not null)) as has_factor,
        case when r.held is not null then (select version from access_version) end as access_version,
        k.shift_id, h.branch_id, s.user_id as owner_id, o.id as operator_id
      from unnest(${arrayOf(hashes, 'text')}) w(hash)
      join sessions s on s.token_hash = decode(w.hash, 'hex') and s.expires_at > ${now}::timestamptz
      left join counter_sessions k on k.session_id = s.id left join shifts h on h.id = k.shift_id
      left join users o on o.id = k.operator_id and o.disabled_at is null
      join users owner on owner.id = s.user_id and owner.disabled_at is null
      join users u on u.id = coalesce(o.id, owner.id)
      join countries c on c.id = u.country_id
      cross join lateral (select ${assignmentsOf(sql`u.id`)} as held) r`.execute(db)
    const found = new Map<string, SignedIn>()
    for (const row of rows) {
      const { hash, last_seen_at, held, access_version, has_factor, factor_at, factor_due_at, ...rest } = row
      const { shift_id, branch_id, owner_id, operator_id, ...person } = rest
      const { role, access } = toAccess(
        held ?? [],
        access_version === null ? new Map() : await roles.read(access_version),
      )
      const facts = { has_factor, factor_at, factor_due_at }
      if (shift_id !== null && branch_id !== null) {
        const counter = { shift_id, branch_id, owner_id, is_locked: operator_id === null }
        // Who unlocks a counter has no second factor of this session, and needs none for what it is for.
        const factor = { second_factor: 'off', second_factor_due_at: null } as const
        found.set(hash, { ...person, role, access: narrowToCounter(access, counter), ...factor, counter })
        if (now.getTime() - last_seen_at.getTime() >= hour_ms) updateLastSeen(db, person.session_id, now)
        continue
      }
      const second_factor = findFactorState(access, facts, { now, isDemanded: config.second_factor })
      const second_factor_due_at =
        second_factor === 'due' ? (factor_due_at ?? beginGrace(db, person.user_id, now)) : null
      found.set(hash, {
        ...person,
        role,
        access: isLockedOut(second_factor) ? noAccess : access,
        second_factor,
        second_factor_due_at,
      })
      if (now.getTime() - last_seen_at.getTime() >= hour_ms) updateLastSeen(db, person.session_id, now)
    }
    return found
  }
  const findSession = createBatcher(findSessions, { concurrentAfter_ms: slowQuery_ms })
  return (token) => findSession(hashToken(token).toString('hex'))
}

/** Stores, without delaying the request, by when a person must set up their second factor, and returns it. */
function beginGrace(db: Db, user_id: string, now: Date): Date {
  const factor_due_at = new Date(now.getTime() + factorGrace_days * day_ms)
  db.updateTable('users')
    .set({ factor_due_at })
    .where('id', '=', user_id)
    .where('factor_due_at', 'is', null)
    .execute()
    .catch(() => undefined)
  return factor_due_at
}

/**
 * Updates the last-seen time at most hourly, without delaying the request; after a failure the next request retries.
 */
function updateLastSeen(db: Db, session_id: string, now: Date): void {
  db.updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', '=', session_id)
    .where('last_seen_at', '<=', new Date(now.getTime() - hour_ms))
    .execute()
    .catch(() => undefined)
}

/** Finds an account by its address in lower case. */
export function accountByEmail(db: Db | Tx, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'email_verified_at', 'password_hash', 'password_disputed', 'language'])
    .where('email', '=', email)
    .where('erased_at', 'is', null)
}
export type Account = NonNullable<Awaited<ReturnType<ReturnType<typeof accountByEmail>['executeTakeFirst']>>>

/** Returns the country of an account, undefined for one that has gone. */
export async function findCountry(db: Db | Tx, user_id: string): Promise<CountryCode | undefined> {
  const row = await db
    .selectFrom('users')
    .innerJoin('countries', 'countries.id', 'users.country_id')
    .select('countries.code')
    .where('users.id', '=', user_id)
    .executeTakeFirst()
  return row?.code as CountryCode | undefined
}

/**
 * Returns a user's profile; the country's name is in `language`. Without `session`, for one that has just begun. Throws
 * `not_found`.
 */
export async function getProfile(
  db: Db | Tx,
  user_id: string,
  language: Language,
  session?: Pick<SignedIn, 'second_factor' | 'second_factor_due_at' | 'counter'>,
): Promise<Profile> {
  const { role, access: granted } = await readAccess(db, user_id)
  const second_factor =
    session?.second_factor ?? (granted.size > 0 && (await hasFactor(db, user_id)) ? 'needed' : 'off')
  const counter = session?.counter
  const held =
    counter !== undefined ? narrowToCounter(granted, counter) : isLockedOut(second_factor) ? noAccess : granted
  const access = {
    role,
    role_name: await findRoleName(db, role),
    permissions: [...held.keys()],
    branches: await findOwnBranches(db, held),
    operator: await findOperator(db, held),
    second_factor,
    second_factor_due_at: session?.second_factor_due_at?.toISOString() ?? null,
    ...(counter !== undefined && { counter: { is_locked: counter.is_locked, owner_id: counter.owner_id } }),
  }
  const row = await db
    .selectFrom('users')
    .innerJoin('countries', 'countries.id', 'users.country_id')
    .select([
      'users.id',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.phone',
      'users.language',
      'users.photo_url',
      'users.created_at',
      'countries.id as country_number',
      'countries.code as country_code',
      language === 'fr' ? 'countries.name_fr as country_name' : 'countries.name as country_name',
    ])
    .where('users.id', '=', user_id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const { country_number, country_name, created_at, ...person } = row
  const country_code = row.country_code as CountryCode
  return {
    ...person,
    country_id: country_code,
    country: { id: country_number, code: country_code, name: country_name },
    language: row.language as Language,
    ...access,
    created_at: created_at.toISOString(),
  }
}

async function findRoleName(db: Db | Tx, code: string): Promise<Profile['role_name']> {
  if (isShippedRole(code)) return null
  const role = await db.selectFrom('roles').select(['name', 'name_fr']).where('code', '=', code).executeTakeFirst()
  return role === undefined ? null : { en: role.name, fr: role.name_fr }
}

async function hasFactor(db: Db | Tx, user_id: string): Promise<boolean> {
  const factor = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return factor !== undefined
}
