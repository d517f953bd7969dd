import * as z from 'zod'
import type { Database, Db, ReadOnlySwitch } from '#server/database/connect.ts'
import { AppError } from '#server/http/errors.ts'

/** Why nothing can be changed now, and until when. */
export interface ReadOnlyState {
  /** `operator`: switched on by the command. `database`: the database takes no changes, such as during a switchover. */
  cause: 'operator' | 'database'
  /** When changes are expected to be possible again; undefined where nobody has said. It does not end the mode. */
  until: Date | undefined
}

/** The key of `settings`, which `readMode` reads. */
const settingKey = 'read_only'
const Stored = z.object({ until: z.iso.datetime().optional(), reason: z.string(), since: z.iso.datetime() })
export type StoredReadOnly = z.infer<typeof Stored>

/** Each server looks this often: with the time of an answer, less than five seconds pass until all know. */
export const look_ms = 2_000
/** What clients wait where nobody has said until when. */
const shortest_s = 10

/** Whether this server changes nothing at the moment: because an operator said so, or because the database refuses changes. */
export class ReadOnlyMode implements ReadOnlySwitch {
  #stored: StoredReadOnly | undefined
  #isRefused = false

  get state(): ReadOnlyState | undefined {
    const until = this.#stored?.until
    if (this.#stored !== undefined)
      return { cause: 'operator', until: until === undefined ? undefined : new Date(until) }
    return this.#isRefused ? { cause: 'database', until: undefined } : undefined
  }

  /** The database has refused a change (25006). The next look finds out whether it still does. */
  noteRefusal(): void {
    this.#isRefused = true
  }

  get isOn(): boolean {
    return this.state !== undefined
  }

  get isSwitchedOn(): boolean {
    return this.#stored !== undefined
  }

  async look({ readMode }: Pick<Database, 'readMode'>): Promise<void> {
    const { stored, takes_changes } = await readMode()
    this.#stored = stored === null ? undefined : Stored.parse(stored)
    this.#isRefused = !takes_changes
  }

  /** Looks from now on; the returned function ends it. What was known stays known while the database is away. */
  follow(database: Pick<Database, 'readMode'>, log: Pick<Console, 'warn'>): () => void {
    let known = this.#describe()
    const timer = setInterval(() => {
      void this.look(database)
        .catch(() => undefined)
        .then(() => {
          const now = this.#describe()
          if (now !== known) log.warn(now)
          known = now
        })
    }, look_ms)
    timer.unref()
    return () => clearInterval(timer)
  }

  #describe(): string {
    if (this.#stored !== undefined)
      return `read-only until ${this.#stored.until ?? 'further notice'}: ${this.#stored.reason}`
    return this.#isRefused ? 'read-only: the database takes no changes' : 'changes are taken'
  }
}

/** The refusal of a change, with how long to wait. A time that has passed is not said. */
export function refuseChange(state: ReadOnlyState, now: Date): AppError {
  const left_s = state.until === undefined ? 0 : Math.ceil((state.until.getTime() - now.getTime()) / 1_000)
  if (left_s <= 0) return new AppError('read_only', { retry_after: shortest_s })
  const at = state.until!.toISOString()
  return new AppError(
    'read_only',
    { retry_after: Math.max(shortest_s, left_s), until: { at, timezone: 'UTC', has_zone: true } },
    [],
    { until: at },
    'errors.read_only_until',
  )
}

/** Switches the mode on, or off without `stored`. Servers follow within five seconds. */
export async function storeReadOnly(db: Db, stored: StoredReadOnly | undefined): Promise<void> {
  if (stored === undefined) {
    await db.deleteFrom('settings').where('key', '=', settingKey).execute()
    return
  }
  const value = JSON.stringify(stored)
  await db
    .insertInto('settings')
    .values({ key: settingKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
