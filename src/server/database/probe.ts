import pg from 'pg'
import { isPasswordRefused, StandbyFound } from './errors.ts'

/** How long the database may take to answer a probe. */
const probe_ms = 1_000

/**
 * Asks a PostgreSQL server for an answer over a connection of its own, which opens again after a failure: what waits for
 * the pool, or for a lock, says nothing about the server. Calls that come together share one question.
 */
export class DatabaseProbe {
  readonly #urls: readonly string[]
  #client: Promise<pg.Client> | undefined
  readonly #running = new Map<string, Promise<unknown[]>>()

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  /**
   * The rows of a statement. Throws what the server or the connection answered, or that it took longer than a second.
   */
  ask(statement: string): Promise<unknown[]> {
    const running = this.#running.get(statement)
    if (running !== undefined) return running
    const started = this.#tryOnce(statement).finally(() => this.#running.delete(statement))
    this.#running.set(statement, started)
    return started
  }

  /** Throws that it is a standby, too. */
  async check(): Promise<void> {
    const [row] = await this.ask('select pg_is_in_recovery() as is_standby')
    if (!(row as { is_standby: boolean }).is_standby) return
    void this.leave()
    throw new StandbyFound()
  }

  /** The next question opens another connection. */
  async leave(): Promise<void> {
    const opened = this.#client
    this.#client = undefined
    await opened?.then((client) => client.end()).catch(() => undefined)
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#running.values())
    await this.leave()
  }

  async #tryOnce(statement: string): Promise<unknown[]> {
    const opening = (this.#client ??= this.#openFirst())
    try {
      const client = await opening
      const { rows } = await client.query<object>(statement)
      return rows
    } catch (error) {
      // A server that does not answer does not say goodbye either.
      if (this.#client === opening) void this.leave()
      throw error
    }
  }

  /** Over the first address that takes the password. */
  async #openFirst(): Promise<pg.Client> {
    for (const [index, url] of this.#urls.entries())
      try {
        return await this.#open(url)
      } catch (error) {
        if (!isPasswordRefused(error) || index === this.#urls.length - 1) throw error
      }
    throw new Error('no address')
  }

  async #open(url: string): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'parkwell probe',
      connectionTimeoutMillis: probe_ms,
      query_timeout: probe_ms,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    return client
  }
}

/** How often connections that wait for a table are looked for, and how long they may keep others waiting. */
const relief_ms = 500

/**
 * Gives up statements that wait for the lock of a whole table while others wait for a connection of the pool. Returns what
 * ends it.
 */
export function relievePools(pools: readonly pg.Pool[], probe: DatabaseProbe): () => void {
  const pids = new Set<number>()
  for (const pool of pools) {
    pool.on('connect', (client) => void pids.add((client as unknown as { processID: number }).processID))
    pool.on('remove', (client) => void pids.delete((client as unknown as { processID: number }).processID))
  }
  const timer = setInterval(() => {
    if (pids.size === 0 || pools.every(({ waitingCount }) => waitingCount === 0)) return
    const statement = `select pg_cancel_backend(pid) from pg_stat_activity where pid in (${[...pids].join()})
      and wait_event_type = 'Lock' and wait_event = 'relation' and query_start < now() - interval '${2 * relief_ms} ms'`
    probe.ask(statement).catch(() => undefined)
  }, relief_ms)
  timer.unref()
  return () => clearInterval(timer)
}
