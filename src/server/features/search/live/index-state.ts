import { sql } from 'kysely'
import { hour_ms, minute_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { isListed } from '#server/features/parks/offers.ts'
import { processName } from '#server/process-name.ts'
import type { LiveIndex } from './live-index.ts'

/** Processes that have not noted anything for this long are gone. */
const retention_ms = hour_ms

/** Counting reads all car parks: those of an index that agreed with them are counted again after this time. */
const count_ms = 10 * minute_ms
const lastCounts = new WeakMap<LiveIndex, { listed: number; at: number }>()

/** The listed car parks of the database, those of a moment ago where the index had and has as many. */
async function countListed(db: Db, search: LiveIndex, indexed: number, now: Date): Promise<number> {
  const last = lastCounts.get(search)
  if (last !== undefined && last.listed === indexed && now.getTime() - last.at < count_ms) return indexed
  const { rows } = await sql<{ listed: number }>`
    select count(*)::int as listed from parks p where ${isListed}`.execute(db)
  const { listed } = rows[0]!
  lastCounts.set(search, { listed, at: now.getTime() })
  return listed
}

/** Notes the state of this process's index for staff, and loads it again if they have asked for it. */
export async function storeIndexState({ db, search, clock }: Pick<Deps, 'db' | 'search' | 'clock'>): Promise<void> {
  const now = clock()
  const known = await db.selectFrom('index_states').select('reload_at').where('id', '=', search.id).executeTakeFirst()
  if (known?.reload_at) await search.reload(db, now)
  else await search.refresh(db, now)
  const { parks } = await search.current()
  const count = parks.count({})
  const listed = await countListed(db, search, count, now)
  const state = { noted_at: now, refreshed_at: search.refreshedAt, parks: count, listed, reload_at: null }
  await db
    .insertInto('index_states')
    .values({ id: search.id, process: processName, started_at: now, ...state })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute()
  await db
    .deleteFrom('index_states')
    .where('noted_at', '<', new Date(now.getTime() - retention_ms))
    .execute()
}
