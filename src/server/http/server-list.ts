import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { processName } from '#server/process-name.ts'
import { version } from '#server/version.ts'

/**
 * The servers that share the database. Each says every twenty seconds that it is alive (`announce_server`); one that was
 * silent for a minute has ended.
 */
export class ServerList {
  readonly #id = newId()
  /** How many servers were alive at the last look, this one included. */
  alive = 1

  async announce(db: Db): Promise<void> {
    await sql`insert into servers (id, version, process) values (${this.#id}, ${version}, ${processName})
      on conflict (id) do update set seen_at = now()`.execute(db)
    await sql`delete from servers where seen_at < now() - interval '2 minutes'`.execute(db)
    const { rows } = await sql<{ alive: number }>`
      select count(*)::int as alive from servers where seen_at > now() - interval '1 minute'`.execute(db)
    this.alive = Math.max(1, rows[0]!.alive)
  }

  /** So that the others take this one's share at once. */
  async leave(db: Db): Promise<void> {
    await sql`delete from servers where id = ${this.#id}`.execute(db)
  }
}
