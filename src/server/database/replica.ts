import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { openServer, type OtherConnections } from './connect.ts'
import { isGivenUp } from './errors.ts'
import { DatabaseProbe } from './probe.ts'

/** Each server looks this often how far the replica is. */
const look_ms = 1_000
/** A replica that is further behind is not read. What a client has changed longer ago than twice this is on it. */
export const most_lag_ms = 5_000

/** The insert position is never behind a commit that was answered, also where commits do not wait for the disk. */
const written = 'select pg_current_wal_insert_lsn()::text as position'
/** Null where it is no standby: then nobody knows what it has. */
const replayed = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`

/** A position of the write-ahead log, such as `1/2F3A`, as a number. */
export function toPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

interface Mark {
  at_ms: number
  position: bigint
}

/** When the newest of these marks was made that `position` has reached; undefined where it has reached none. */
export const findReached = (marks: readonly Mark[], position: bigint): Mark | undefined =>
  marks.findLast((mark) => mark.position <= position)

/**
 * A standby of the database, read in place of it by what may lag. How far it is behind is measured with positions of the
 * write-ahead log and this process's own clock, so that it does not depend on the clocks of others.
 */
export class Replica implements OtherConnections {
  readonly #reading = new AsyncLocalStorage<boolean>()
  readonly #connect: () => Promise<pg.PoolClient>
  readonly #close: () => Promise<void>
  readonly #primary: DatabaseProbe
  readonly #standby: DatabaseProbe
  #marks: Mark[] = []
  #reached_ms: number | undefined
  #timer: NodeJS.Timeout | undefined
  /** How many reads it has answered, and how many were repeated because it failed. */
  readonly counts = { answered: 0, repeated: 0 }

  constructor(
    { connect, close }: { connect: () => Promise<pg.PoolClient>; close: () => Promise<void> },
    urls: { primary: readonly string[]; standby: string },
  ) {
    this.#connect = connect
    this.#close = close
    this.#primary = new DatabaseProbe(urls.primary)
    this.#standby = new DatabaseProbe([urls.standby])
  }

  /** For how long it may lack what was committed, in milliseconds; undefined while nobody knows. */
  get lag_ms(): number | undefined {
    return this.#reached_ms === undefined ? undefined : performance.now() - this.#reached_ms
  }

  get isFresh(): boolean {
    const { lag_ms } = this
    return lag_ms !== undefined && lag_ms <= most_lag_ms
  }

  /** Measures the lag. Throws when one of the two does not answer within a second. */
  async look(): Promise<void> {
    const at_ms = performance.now()
    const [mark] = (await this.#primary.ask(written)) as [{ position: string }]
    this.#marks.push({ at_ms, position: toPosition(mark.position) })
    const [found] = (await this.#standby.ask(replayed)) as [{ position: string | null }]
    if (found.position === null) {
      this.#reached_ms = undefined
      // Behind one address there may be a standby the next time.
      return this.#standby.leave()
    }
    const reached = findReached(this.#marks, toPosition(found.position))
    if (reached === undefined) return undefined
    this.#reached_ms = reached.at_ms
    this.#marks = this.#marks.slice(this.#marks.indexOf(reached))
    return undefined
  }

  /** Looks from now on, until it is closed. What was known gets older while one of the two is away. */
  follow(): void {
    const looked = () => {
      this.#timer = setTimeout(
        () =>
          void this.look()
            .catch(() => undefined)
            .finally(looked),
        look_ms,
      ).unref()
    }
    looked()
  }

  /**
   * Reads at the replica while it is fresh, otherwise from the database. Where reading there fails for whatever reason, such
   * as a row that is not there yet, `read` is called again and reads from the database; not where it took too long, as it
   * would take as long there, which has more to do.
   */
  async read<T>(read: () => Promise<T> | T): Promise<T> {
    if (!this.isFresh) return read()
    try {
      const answer = await this.#reading.run(true, read)
      this.counts.answered += 1
      return answer
    } catch (error) {
      if (isGivenUp(error)) throw error
      this.counts.repeated += 1
      return this.#reading.run(false, read)
    }
  }

  take(): Promise<pg.PoolClient> | undefined {
    return this.#reading.getStore() === true ? this.#connect() : undefined
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await Promise.all([this.#close(), this.#primary.close(), this.#standby.close()])
  }
}

/** Opens the standby at `url` of the database at `primary`; it may be away, now or later. */
export async function openReplica(
  url: string,
  primary: readonly string[],
  { size, owns_connections }: { size: number; owns_connections: boolean },
): Promise<Replica> {
  const { connect, close } = await openServer(url, size, { work: 'requests', owns_connections, may_be_away: true })
  return new Replica({ connect: connect!, close }, { primary, standby: url })
}
