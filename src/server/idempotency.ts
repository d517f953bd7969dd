import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { AppError } from '#server/errors.ts'
import type { Retry } from '#server/http.ts'

/**
 * Does `work` once for a caller's `Idempotency-Key`: the same key and body give the first answer again, another body is
 * `idempotency_key_reused`. The key is written in the caller's transaction, so a failed try leaves none, and a second call
 * that comes meanwhile waits for the first. The answer must be plain JSON.
 */
export async function once<T>(
  tx: Tx,
  user_id: string,
  retry: Retry | undefined,
  now: Date,
  work: () => Promise<T>,
): Promise<T> {
  if (retry === undefined) return work()
  const mine = await tx
    .insertInto('idempotency_keys')
    .values({ user_id, key: retry.key, call: retry.call, body_hash: retry.body_hash, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (mine === undefined) {
    const first = await tx
      .selectFrom('idempotency_keys')
      .select(['call', 'body_hash', 'answer'])
      .where('user_id', '=', user_id)
      .where('key', '=', retry.key)
      .executeTakeFirstOrThrow()
    if (first.call !== retry.call || !Buffer.from(first.body_hash).equals(retry.body_hash))
      throw new AppError('idempotency_key_reused')
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

/** Takes a key back whose answer turned out to lead nowhere, unless another call has put a new one in its place already. */
export async function forget(tx: Tx, user_id: string, retry: Retry, answer: unknown): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', user_id)
    .where('key', '=', retry.key)
    .where(sql<boolean>`answer = ${JSON.stringify(answer)}::jsonb`)
    .execute()
}
