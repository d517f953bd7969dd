import pg from 'pg'

/** How long the database may take to answer. */
const limit_ms = 1_000

/**
 * Asks a PostgreSQL server for an answer over a connection of its own, which opens again after a failure: what waits for
 * the pool, or for a lock, says nothing about the server. Calls that come together share one question.
 */
export class DatabaseProbe {
  readonly #url: string
  #client: pg.Client | undefined
  #asked: Promise<void> | undefined

  constructor(url: string) {
    this.#url = url
  }

  /** Throws what the server or the connection answered, or that it took longer than a second. */
  ask(): Promise<void> {
    this.#asked ??= this.#tryOnce().finally(() => (this.#asked = undefined))
    return this.#asked
  }

  async close(): Promise<void> {
    await this.#asked?.catch(() => undefined)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  async #tryOnce(): Promise<void> {
    const client = this.#client ?? this.#create()
    try {
      if (this.#client === undefined) await client.connect()
      this.#client = client
      await client.query('select 1')
    } catch (error) {
      this.#client = undefined
      // A server that does not answer does not say goodbye either.
      void client.end().catch(() => undefined)
      throw error
    }
  }

  #create(): pg.Client {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'parkwell probe',
      connectionTimeoutMillis: limit_ms,
      query_timeout: limit_ms,
    })
    client.on('error', () => undefined)
    return client
  }
}
