import { sql } from 'kysely'
import { batchQueries } from '#server/database/batch.ts'
import { requestPool, type Db, type Tx } from '#server/database/connect.ts'
import { timelineNow } from '#server/database/timeline.ts'
import type { Job } from '#server/jobs.ts'

/*
 * What servers keep in memory of a branch's shop is used as long as nothing of it has changed, which each request asks the
 * database in one short statement: what is answered is what is stored, in every process (decision 90).
 */

/** `catalogue` is what is sold, at what price and when in general, `stock` what is there of it, `slots` what orders take of its time. */
export type ShopPart = 'catalogue' | 'stock' | 'slots'

/** How often the parts of a branch's shop have changed. Equal texts: nothing has changed. */
export type ShopVersions = Readonly<Record<ShopPart, string>> & {
  branch_id: string
  /** When they were read, on the clock of `performance.now`. */
  read_at: number
}

/** Stands for all branches in the rows of changes. */
const allBranches = '00000000-0000-0000-0000-000000000000'

/**
 * The server that numbers the changes: another one that is promoted, or a backup that is restored, may have lost some and
 * counts them again.
 */
const era = sql<string>`(select f.epoch::text || case when pg_is_in_recovery() then 'standby'
  else ${timelineNow} end from change_feeds f)`

/** More changes than this are counted together at once, so that versions stay cheap to read. */
const mostUncounted = 100
const counting = new WeakSet<Db>()

/** Counts changes beside the request that found many; one that fails is tried again by the next, and by the job. */
function countSoon(pool: Db): void {
  if (counting.has(pool)) return
  counting.add(pool)
  void countShopChanges(pool)
    .catch(() => undefined)
    .finally(() => counting.delete(pool))
}

const findVersions = batchQueries(
  async (db, branch_ids: readonly string[]): Promise<ReadonlyMap<string, ShopVersions>> => {
    const read_at = performance.now()
    const ids = [...new Set([allBranches, ...branch_ids])]
    const { rows } = await sql<{ branch_id: string; part: ShopPart; changes: string; uncounted: number; era: string }>`
      select c.branch_id, c.part, sum(c.changes)::text as changes, sum(c.uncounted)::int as uncounted, ${era} as era from (
        select branch_id, part, changes, 0 as uncounted from shop_versions where branch_id = any(${ids}::uuid[])
        union all select branch_id, part, 1, 1 from shop_changes where branch_id = any(${ids}::uuid[])) c
      group by c.branch_id, c.part`.execute(db)
    if (rows.reduce((sum, { uncounted }) => sum + uncounted, 0) > mostUncounted) countSoon(requestPool(db))
    const counts = new Map(rows.map(({ branch_id, part, changes }) => [`${branch_id} ${part}`, changes]))
    const countOf = (branch_id: string, part: ShopPart) => counts.get(`${branch_id} ${part}`) ?? '0'
    const versionOf = (branch_id: string, part: ShopPart) =>
      `${rows[0]?.era} ${countOf(allBranches, part)} ${countOf(branch_id, part)}`
    return new Map(
      branch_ids.map((branch_id) => [
        branch_id,
        {
          branch_id,
          read_at,
          catalogue: versionOf(branch_id, 'catalogue'),
          stock: versionOf(branch_id, 'stock'),
          slots: versionOf(branch_id, 'slots'),
        },
      ]),
    )
  },
)

/** Asks how often the parts of a branch's shop have changed, in a transaction with its own changes. */
export const readShopVersions = async (db: Db | Tx, branch_id: string): Promise<ShopVersions> =>
  (await findVersions(db, branch_id))!

interface Known<T> {
  version: string
  /** When it was read whole, on the clock of `performance.now`; infinite until then. */
  stored_at: number
  /** The moments that it holds for, in milliseconds. */
  from: number
  until: number
  value: Promise<T>
}

/** More branches than this are read again. */
const mostBranches = 500
/** Requests of one moment have clocks that differ. */
const tolerance_ms = 1_000
/** How often something is read again that changes while it is read. */
const mostTries = 3

type Memory = Map<string, Map<string, Known<unknown>>>
const ofPools = new WeakMap<Db, Memory>()

function memoryOf(db: Db | Tx, branch_id: string): Map<string, Known<unknown>> {
  const pool = requestPool(db)
  const memory: Memory = ofPools.get(pool) ?? new Map()
  ofPools.set(pool, memory)
  const known = memory.get(branch_id) ?? new Map<string, Known<unknown>>()
  memory.delete(branch_id)
  memory.set(branch_id, known)
  for (const oldest of memory.keys()) {
    if (memory.size <= mostBranches) break
    memory.delete(oldest)
  }
  return known
}

export interface Recalled<T> {
  /** What it is called in memory. */
  name: string
  /** The parts that it is made of. */
  parts: readonly ShopPart[]
  load: () => Promise<T>
  /** In a transaction that does not find it in memory, in place of `load`. */
  loadHere?: () => Promise<T>
  /** The moment that it is read for, where it depends on that, */
  now?: Date
  /** and the instant from which on it is another one, in milliseconds. */
  untilOf?: (value: T) => number
}

/**
 * Returns what was read of a branch before, or reads it. What a transaction reads is not for others, because it has changes of
 * its own; for the same reason it takes only what was there before it read the versions.
 */
export async function recall<T>(db: Db | Tx, versions: ShopVersions, recalled: Recalled<T>): Promise<T> {
  const { name, parts, load, loadHere = load, now, untilOf } = recalled
  const memory = memoryOf(db, versions.branch_id)
  const labelOf = (of: ShopVersions) => parts.map((part) => of[part]).join()
  const version = labelOf(versions)
  const known = memory.get(name) as Known<T> | undefined
  const at = now?.getTime()
  const isSame = known?.version === version
  const isEarlier = isSame && at !== undefined && at < known.from - tolerance_ms
  const isOver = isSame && at !== undefined && at >= known.until
  if (isSame && !isEarlier && !isOver && (!db.isTransaction || known.stored_at < versions.read_at)) return known.value
  if (db.isTransaction) return loadHere()
  // Read for an earlier moment than what is known: for this request alone.
  if (isEarlier) return load()
  const entry: Known<T> = {
    version,
    stored_at: Number.POSITIVE_INFINITY,
    from: at ?? 0,
    until: Number.POSITIVE_INFINITY,
    value: undefined as never,
  }
  const forget = () => void (memory.get(name) === entry && memory.delete(name))
  const read = async (): Promise<T> => {
    let before = version
    for (let left = mostTries; ; left -= 1) {
      const value = await load()
      const after = labelOf(await readShopVersions(db, versions.branch_id))
      const isWhole = after === before
      if (isWhole)
        Object.assign(entry, { version: after, stored_at: performance.now(), until: untilOf?.(value) ?? entry.until })
      // What changed in each try is not known as a whole.
      else if (left === 1) forget()
      if (isWhole || left === 1) return value
      before = after
    }
  }
  entry.value = read()
  memory.set(name, entry)
  entry.value.catch(forget)
  return entry.value
}

/** Counts changes together, so that few rows are read for a version. */
export async function countShopChanges(db: Db): Promise<void> {
  await sql`
    with counted as (delete from shop_changes returning branch_id, part)
    insert into shop_versions as v (branch_id, part, changes)
    select branch_id, part, count(*) from counted group by branch_id, part order by branch_id, part
    on conflict (branch_id, part) do update set changes = v.changes + excluded.changes`.execute(db)
}

export const shopVersionJobs: Job[] = [
  { name: 'count_shop_changes', every_s: 300, due: 'change', run: ({ db }) => countShopChanges(db) },
]
