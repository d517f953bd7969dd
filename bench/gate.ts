import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { createApp } from '#server/app.ts'
import { newId } from '#server/database/ids.ts'
import { codeOf } from '#test/kits/files/readable-codes.ts'
import { option, printMachine, printTable, startBench } from './lib.ts'
import { buildTown } from './town.ts'

/**
 * From a camera's read to its answer, over HTTP within the process, at a car park with many bookings around now: decided from
 * the list in memory, beside the same match as a query.
 */

const listed = option('bookings', 5_000)
const reads = option('reads', 300)
const bench = await startBench(4)
const { database, deps } = bench
const { db } = database
await buildTown(database, 200)
const { id: park_id } = await db
  .selectFrom('parks')
  .select('id')
  .where('partner_id', 'is not', null)
  .executeTakeFirstOrThrow()
const start = new Date(Math.floor(Date.now() / 900_000) * 900_000)
await sql`
  insert into bookings (id, booking_code, user_id, park_id, pool_id, vehicle_type_id, plate, start_time, priced_from, end_time, status,
    payment_status, refund_status, lines, total_minor, currency, cancellation, check_in, tariff_id, created_at)
  select gen_random_uuid(), ${codeOf(sql`n`)}, u.id, ${park_id}, p.id, 1, 'GT' || lpad(n::text, 6, '0'), ${start}, ${start},
    ${new Date(start.getTime() + 14_400_000)}, 'active', 'paid', 'none', '[]', 0, 'CAD', 'flexible', 'scan',
    (select id from tariffs where park_id = ${park_id} limit 1), now()
  from generate_series(1, ${listed}) n, (select id from users limit 1) u, (select id from pools where park_id = ${park_id} limit 1) p`.execute(
  db,
)
const key = `pwc_${randomBytes(24).toString('base64url')}`
await db
  .insertInto('gate_cameras')
  .values({
    id: newId(),
    park_id,
    name: 'Entrance',
    source: '2n',
    direction: 'in',
    key_hash: createHash('sha256').update(key).digest(),
    created_at: new Date(),
  })
  .execute()
await sql`analyze`.execute(db)
// Without the database, the gate warns at each read.
const log = { ...console, warn: () => undefined }
const app = await createApp({ ...deps, log, config: { ...deps.config, RATE_LIMITS: false } })

const plateOf = (n: number) => `GT${String((n % listed) + 1).padStart(6, '0')}`
async function send(n: number): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/gate/reads',
    headers: { authorization: `Bearer ${key}` },
    payload: { lprUuid: crypto.randomUUID(), lprID: n, accessPoint: 0, plateText: plateOf(n) },
  })
  if (answer.json().open !== true) throw new Error(answer.body)
}

/** The same match without the list: the exact plate, otherwise those that differ by one look-alike. */
const ask = (n: number) =>
  sql`select booking_code from bookings where park_id = ${park_id} and status in ('active', 'checked_in', 'no_show')
    and start_time <= now() + interval '5 minutes' and end_time > now()
    and translate(plate_key, 'ODQIZSB', '0001258') = translate(${plateOf(n)}, 'ODQIZSB', '0001258')
    order by plate_key = ${plateOf(n)} desc, start_time limit 1`.execute(db)

async function measure(count: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n += 1) {
    const from = performance.now()
    await work(n)
    times.push(performance.now() - from)
  }
  return times.toSorted((a, b) => a - b)
}
const ms = (times: number[], share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1)

await printMachine(database)
await send(0)
const answered = await measure(reads, (n) => send(n + 1))
const queried = await measure(reads, ask)
const away = db.getExecutor()
away.provideConnection = () => Promise.reject(new Error('away'))
const alone = await measure(reads, (n) => send(n + reads + 1))

printTable(
  ['what', 'median ms', '99 % ms', 'longest ms'],
  [
    [
      'read → answer, list brought up to date, read stored, checked in',
      ms(answered, 0.5),
      ms(answered, 0.99),
      ms(answered, 1),
    ],
    ['read → answer, database away', ms(alone, 0.5), ms(alone, 0.99), ms(alone, 1)],
    ['peer: the match alone, as a query', ms(queried, 0.5), ms(queried, 0.99), ms(queried, 1)],
  ],
)
process.exit(0)
