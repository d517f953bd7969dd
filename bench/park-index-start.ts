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
import { multiplyParks } from './many-parks.ts'

/*
 * Time and memory until a starting server can search its index: with all parks loaded from the database, from the snapshot
 * of the previous start, and from a snapshot with some parks changed since. Each start is a child process that runs this
 * script with `start`.
 */

const parks = option('parks', 500_000)
const changed = option('changed', 1_000)

interface Started {
  took_ms: number
  cpu_ms: number
  empty: number
  grown: number
  saved_ms: number
  size: number
}

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
  await multiplyParks(db, parks)
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
