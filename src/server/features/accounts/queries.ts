import { createHash } from 'node:crypto'
import type { Role } from '#contract/endpoint.ts'
import type { CountryCode, Language } from '#contract/places.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedIn } from '#server/http.ts'

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The person behind a bearer token, while the session has neither ended nor been revoked. */
export async function findSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<SignedIn | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('countries', 'countries.id', 'users.country_id')
    .select([
      'sessions.id as session_id',
      'users.id as user_id',
      'users.email',
      'users.role',
      'users.language',
      'countries.code as country_code',
    ])
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_at', '>', clock())
    .executeTakeFirst()
  return row === undefined
    ? undefined
    : {
        ...row,
        role: row.role as Role,
        language: row.language as Language,
        country_code: row.country_code as CountryCode,
      }
}
