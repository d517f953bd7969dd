import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'

/** How many examples of a kind there are, and the moment that they lead up to. The reset takes it away with them. */
interface Progress {
  done: number
  until: string
}

export interface ExampleKind {
  /** Of the setting that keeps the progress. */
  key: string
  /** Of the advisory lock, so that two processes do not write the same example. */
  lock: number
  count: number
  write: (tx: Tx, deps: Deps, index: number, until: Date, now: Date) => Promise<void>
}

/**
 * Writes the next few examples of a kind, by the commands that people use, with the time that it was then. Each is written
 * whole or not at all; one that a command refuses, because the desk has changed what it needs, is left out. Returns how many
 * there are, with those.
 */
export async function writeNextExamples(deps: Deps, kind: ExampleKind, portion: number): Promise<number> {
  let done = 0
  for (let n = 0; n < portion; n += 1) {
    done = await transact(deps.db, (tx) => writeNext(tx, deps, kind)).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return transact(deps.db, (tx) => writeNext(tx, deps, { ...kind, write: async () => undefined }))
    })
    if (done >= kind.count) break
  }
  return done
}

async function writeNext(tx: Tx, deps: Deps, { key, lock, count, write }: ExampleKind): Promise<number> {
  const { rows } = await sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as is_mine`.execute(tx)
  if (!rows[0]!.is_mine) return 0
  const now = deps.clock()
  const row = await tx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  const { done, until } = (row?.value as Progress | undefined) ?? { done: 0, until: now.toISOString() }
  if (done >= count) return done
  await write(tx, deps, done, new Date(until), now)
  const value = JSON.stringify({ done: done + 1, until } satisfies Progress)
  await tx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return done + 1
}

/** Forgets the examples of some kinds, which the reset has deleted. */
export async function forgetExamples(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('settings')
    .where('key', 'in', [...keys])
    .execute()
}
