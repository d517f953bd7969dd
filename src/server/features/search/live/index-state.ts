import { sql } from 'kysely'
import { hour_ms } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { isListed } from '#server/features/parks/offers.ts'
import { processName } from '#server/process-name.ts'

/** Processes that have not noted anything for this long are gone. */
const retention_ms = hour_ms

/** Notes the state of this process's index for staff, and loads it again if they have asked for it. */
export async function storeIndexState({ db, search, clock }: Pick<Deps, 'db' | 'search' | 'clock'>): Promise<void> {
  const now = clock()
  const known = await db.selectFrom('index_states').select('reload_at').where('id', '=', search.id).executeTakeFirst()
  if (known?.reload_at) await search.reload(db, now)
  else await search.refresh(db, now)
  const { parks } = await search.current()
  const { rows } = await sql<{ listed: number }>`select count(*)::int as listed from parks p where ${isListed}`.execute(
    db,
  )
  const state = {
    noted_at: now,
    refreshed_at: search.refreshedAt,
    parks: parks.count({}),
    listed: rows[0]!.listed,
    reload_at: null,
  }
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
