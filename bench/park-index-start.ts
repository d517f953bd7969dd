import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { openServer } from '#server/database/connect.ts'
import { applyDemoOverlay } from '#server/features/demo/overlay.ts'
import { LiveIndex } from '#server/features/search/live/live-index.ts'
import { option, printTable, startBench, whole } from './lib.ts'

/*
 * Time and memory until a starting server can search its index: with all parks loaded from the database, from the snapshot
 * of the previous start, and from a snapshot with some parks changed since. Each start is a child process that runs this
 * script with `start`.
 */

const parks = option('parks', 500_000)
const changed = option('changed', 1_000)

type Started = { took_ms: number; cpu_ms: number; empty: number; grown: number; saved_ms: number; size: number }

if (process.argv[3] === 'start' || process.argv[2] === 'start') await start()
else await measure()

async function start(): Promise<void> {
  process.env['TZ'] = 'UTC'
  const [url, folder] = process.argv.slice(process.argv.indexOf('start') + 1) as [string, string]
  const { db, close } = await openServer(url, 4)
  await sql`select 1`.execute(db)
  // Memory before loading: the program and the database driver, no parks.
  global.gc!()
  const empty = process.memoryUsage().rss
  const live = new LiveIndex(folder)
  const before = process.cpuUsage()
  const began = performance.now()
  await live.refresh(db, new Date())
  const took_ms = performance.now() - began
  const cpu = process.cpuUsage(before)
  await live.refresh(db, new Date())
  const saving = performance.now()
  await live.saved()
  const saved_ms = performance.now() - saving
  global.gc!()
  await new Promise((resolve) => setTimeout(resolve, 500))
  global.gc!()
  const grown = process.memoryUsage().rss - empty
  const report: Started = {
    took_ms,
    cpu_ms: (cpu.user + cpu.system) / 1_000,
    empty,
    grown,
    saved_ms,
    size: live.loaded!.parks.size,
  }
  process.send!(report)
  await close()
  process.disconnect()
}

function started(url: string, folder: string): Promise<Started> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), ['start', url, folder], { execArgv: ['--expose-gc'] })
    child.once('message', (message) => resolve(message as Started))
    child.once('exit', (code) => reject(new Error(`The start ended with ${code}`)))
  })
}

async function measure(): Promise<void> {
  const bench = await startBench()
  const { db } = bench.database
  await applyDemoOverlay(db)
  await multiply(db)
  await sql`vacuum analyze parks, tariffs, pools`.execute(db)
  const folder = mkdtempSync(join(tmpdir(), 'parks-'))
  const first = await started(bench.url, folder)
  const second = await started(bench.url, folder)
  // A statement that changes more parks than this makes the server reload all of them.
  const batch_size = 100
  for (let n = 0; n < changed; n += batch_size)
    await sql`
      update parks set city = city || ' '
      where id in (select id from parks order by id offset ${n} limit ${Math.min(batch_size, changed - n)})`.execute(db)
  const third = await started(bench.url, folder)
  const { size } = statSync(join(folder, 'parks.snapshot'))
  rmSync(folder, { recursive: true })
  const row = (title: string, { took_ms, cpu_ms, empty, grown, saved_ms }: Started) => [
    title,
    whole(took_ms),
    whole(cpu_ms),
    whole(empty / 1e6),
    whole(grown / 1e6),
    whole(saved_ms),
  ]
  console.info(
    `\n${whole(first.size)} parks, a snapshot of ${whole(size / 1e6)} MB, load ${loadavg()[0]!.toFixed(0)}\n`,
  )
  printTable(
    ['start', 'index ready after, ms', 'its CPU, ms', 'empty, MB', 'above it, MB', 'snapshot written in, ms'],
    [
      row('all parks from the database', first),
      row('from the snapshot', second),
      row(`from the snapshot, ${whole(changed)} parks changed since`, third),
    ],
  )
  await bench.stop()
}

/** Copies the shipped parks with their tariffs and pools, slightly displaced, until there are `parks`. */
async function multiply(pool: Parameters<typeof applyDemoOverlay>[0]): Promise<void> {
  await pool.connection().execute(async (db) => {
    // Skips triggers, foreign keys and the text and place indexes, which a start does not need.
    await sql`set session_replication_role = replica`.execute(db)
    const { rows: indexes } = await sql<{ name: string }>`
      select indexname as name from pg_indexes where tablename = 'parks' and indexdef ~ 'USING (gin|gist)'`.execute(db)
    for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
    await copyParks(db)
    await sql`set session_replication_role = default`.execute(db)
  })
}

async function copyParks(db: Parameters<typeof applyDemoOverlay>[0]): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from parks`.execute(db)
  const rounds = Math.max(0, Math.ceil((parks - rows[0]!.n) / rows[0]!.n))
  await sql`
    with made as materialized (
      select gen_random_uuid() as new_id, p.id as old_id, n from parks p, generate_series(1, ${rounds}::int) n
    ), parks_made as (
      insert into parks (id, source, source_id, park_code, slug, name, kind, country_id, state_id, city, address, lat, lng,
        timezone, opening_hours, amenities, max_height_cm, max_length_cm, max_width_cm, capacity, capacity_is_estimate,
        partner, examples, imported_at, fingerprint, folded)
      select m.new_id, p.source, p.source_id || '-' || n, p.park_code || n, p.slug || '-' || n, p.name, p.kind, p.country_id,
        p.state_id, p.city, p.address, greatest(-89, least(89, p.lat + (random() - 0.5) / 5)),
        greatest(-179, least(179, p.lng + (random() - 0.5) / 5)),
        p.timezone, p.opening_hours, p.amenities, p.max_height_cm, p.max_length_cm, p.max_width_cm, p.capacity,
        p.capacity_is_estimate, p.partner, p.examples, p.imported_at, p.fingerprint, p.folded
      from made m join parks p on p.id = m.old_id
    ), tariffs_made as (
      insert into tariffs (id, park_id, vehicle_type_id, version, currency, free_minutes, increment_minutes, increment_minor,
        day_cap_minor, day_cap_reset_hour, is_example, source, created_at, terms)
      select gen_random_uuid(), m.new_id, t.vehicle_type_id, t.version, t.currency, t.free_minutes, t.increment_minutes,
        t.increment_minor, t.day_cap_minor, t.day_cap_reset_hour, t.is_example, t.source, t.created_at, t.terms
      from tariffs t join made m on m.old_id = t.park_id
    )
    insert into pools (park_id, vehicle_class, capacity, is_example)
    select m.new_id, o.vehicle_class, o.capacity, o.is_example from pools o join made m on m.old_id = o.park_id`.execute(
    db,
  )
}
