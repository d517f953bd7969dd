import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/connect.ts'
import { AppError } from './errors.ts'
import type { Retry } from './mount.ts'

/**
 * Runs `work` once per `Idempotency-Key`: a retry with the same request returns the first answer (plain JSON), another
 * request throws `idempotency_key_reused`. The key is written in the caller’s transaction, so a failed attempt leaves none
 * and a concurrent retry waits for the first call.
 */
export async function runIdempotently<T>(
  tx: Tx,
  user_id: string,
  retry: Retry | undefined,
  now: Date,
  work: () => Promise<T>,
): Promise<T> {
  if (retry === undefined) return work()
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ user_id, key: retry.key, call: retry.call, body_hash: retry.body_hash, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (inserted === undefined) {
    const first = await tx
      .selectFrom('idempotency_keys')
      .select(['call', 'body_hash', 'answer'])
      .where('user_id', '=', user_id)
      .where('key', '=', retry.key)
      .executeTakeFirstOrThrow()
    if (!isSame(first, retry)) throw new AppError('idempotency_key_reused')
    return first.answer as T
  }
  const answer = await work()
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', user_id)
    .where('key', '=', retry.key)
    .execute()
  return answer
}

/**
 * The stored answer of an earlier call with the same key; undefined for a new key. A retry gets it even when the call would
 * no longer be allowed. Throws `idempotency_key_reused`.
 */
export async function findStoredAnswer<T>(
  db: Db | Tx,
  user_id: string,
  retry: Retry | undefined,
): Promise<T | undefined> {
  if (retry === undefined) return undefined
  const first = await db
    .selectFrom('idempotency_keys')
    .select(['call', 'body_hash', 'answer'])
    .where('user_id', '=', user_id)
    .where('key', '=', retry.key)
    .executeTakeFirst()
  if (first === undefined) return undefined
  if (!isSame(first, retry)) throw new AppError('idempotency_key_reused')
  return (first.answer ?? undefined) as T | undefined
}

const isSame = (first: { call: string; body_hash: Uint8Array }, retry: Retry): boolean =>
  first.call === retry.call && Buffer.from(first.body_hash).equals(retry.body_hash)

const nameOf = (user_id: string, key: string) => `${user_id} ${key}`
const byName = (a: KeyedCall, b: KeyedCall) =>
  nameOf(a.user_id, a.retry.key) < nameOf(b.user_id, b.retry.key) ? -1 : 1

export interface KeyedCall {
  user_id: string
  retry: Retry
}

/** `claimed`: the key is new and was written with the answer. `reused`: the key was used with another request. */
export type KeyClaim<T> = { kind: 'claimed' } | { kind: 'answered'; answer: T } | { kind: 'reused' }

/**
 * Claims the keys of many calls in one transaction, for answers that are known before the work is done: writes the key
 * of each call with its answer. A call without an answer (a refused one) claims nothing, and has no entry in the
 * result unless its key was used before.
 */
export async function claimKeys<T, Call extends KeyedCall & { answer?: T } = KeyedCall & { answer?: T }>(
  tx: Tx,
  calls: readonly Call[],
  now: Date,
): Promise<Map<Call, KeyClaim<T>>> {
  // In the order of their names, so that two transactions that claim the same keys cannot deadlock.
  const answered = calls.filter(({ answer }) => answer !== undefined).toSorted(byName)
  const listOf = (value: (call: Call) => string): string[] => answered.map(value)
  const { rows: written } =
    answered.length === 0
      ? { rows: [] }
      : await sql<{ user_id: string; key: string }>`
        insert into idempotency_keys (user_id, key, call, body_hash, answer, created_at)
        select k.user_id, k.key, k.call, decode(k.body_hash, 'hex'), k.answer::jsonb, ${now}::timestamptz
        from unnest(${listOf(({ user_id }) => user_id)}::uuid[], ${listOf(({ retry }) => retry.key)}::text[],
          ${listOf(({ retry }) => retry.call)}::text[], ${listOf(({ retry }) => retry.body_hash.toString('hex'))}::text[],
          ${listOf(({ answer }) => JSON.stringify(answer))}::text[])
          with ordinality as k(user_id, key, call, body_hash, answer, n)
        order by k.n on conflict (user_id, key) do nothing returning user_id, key`.execute(tx)
  const claimed = new Set(written.map(({ user_id, key }) => nameOf(user_id, key)))
  const unclaimed = calls.filter(({ user_id, retry }) => !claimed.has(nameOf(user_id, retry.key)))
  const earlier =
    unclaimed.length === 0
      ? []
      : await tx
          .selectFrom('idempotency_keys')
          .selectAll()
          .where((where) => where.or(unclaimed.map(({ user_id, retry }) => where.and({ user_id, key: retry.key }))))
          .execute()
  const earlierByName = new Map(earlier.map((row) => [nameOf(row.user_id, row.key), row]))
  const claims = new Map<Call, KeyClaim<T>>()
  for (const call of calls) {
    const name = nameOf(call.user_id, call.retry.key)
    const first = earlierByName.get(name)
    if (claimed.has(name)) claims.set(call, { kind: 'claimed' })
    else if (first !== undefined)
      claims.set(call, isSame(first, call.retry) ? { kind: 'answered', answer: first.answer as T } : { kind: 'reused' })
  }
  return claims
}

/** Deletes a key whose stored answer turned out to be unusable, unless another call has already replaced the answer. */
export async function releaseKey(tx: Tx, user_id: string, retry: Retry, answer: unknown): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', user_id)
    .where('key', '=', retry.key)
    .where(sql<boolean>`answer = ${JSON.stringify(answer)}::jsonb`)
    .execute()
}
