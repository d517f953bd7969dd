import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queueTries } from '#contract/desk/failed-work.ts'
import { getFailure, failureList, retryFailure } from '#contract/desk/failed-work.ts'
import { transact } from '#server/database/transact.ts'
import { rounds } from '#test/kits/rounds.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { workThrough, type Queue } from './claim.ts'

let world: World
let staff: Driver
const logged = { error: vi.fn(), warn: vi.fn(), info: vi.fn() }
beforeAll(async () => {
  world = await createWorld({ pool: 8 })
  staff = await world.buildDriver({ role: 'admin' })
  world.deps.log = logged
  await sql`create table errands (id int primary key, fails boolean not null, done int not null default 0)`.execute(
    world.db,
  )
})
afterAll(() => world.close())
beforeEach(async () => {
  await sql`truncate errands, failed_work`.execute(world.db)
  for (const log of Object.values(logged)) log.mockReset()
})

/** Rows of a table of this test, under the name of a queue that they do not disturb. */
const errands = (batch_size: number, options: Partial<Queue<{ id: number }>> = {}): Queue<{ id: number }> => ({
  name: 'stock_alerts',
  batch_size,
  find: async ({ db }, { limit, isReady }) => {
    const { rows } = await sql<{
      id: number
    }>`select id from errands where done = 0 and ${isReady(sql.ref('errands.id'))}
      order by id limit ${limit}`.execute(db)
    return rows
  },
  keyOf: ({ id }) => String(id),
  subjectOf: ({ id }) => `errand ${id}`,
  work: ({ db }, { id }) =>
    transact(db, async (tx) => {
      const { rows } = await sql<{ fails: boolean }>`select fails from errands where id = ${id} and done = 0
        for update skip locked`.execute(tx)
      const [row] = rows
      if (row === undefined) return false
      await sql`update errands set done = done + 1 where id = ${id}`.execute(tx)
      if (row.fails) throw new Error(`errand ${id} fails`)
      return true
    }),
  ...options,
})

async function plant(rows: { id: number; fails: boolean }[]): Promise<void> {
  await sql`insert into errands (id, fails) select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id int, fails boolean)`.execute(
    world.db,
  )
}
const doneOnes = async () =>
  (await sql<{ id: number }>`select id from errands where done = 1 order by id`.execute(world.db)).rows.map(
    ({ id }) => id,
  )
const failures = () =>
  world.db.selectFrom('failed_work').selectAll().where('queue', '=', 'stock_alerts').orderBy('key').execute()

test('does every row that can be done, whichever rows fail and however many are found at a time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      async (fail, batch_size, isTogether) => {
        await sql`truncate errands, failed_work`.execute(world.db)
        await plant(fail.map((fails, id) => ({ id, fails })))
        const together: Partial<Queue<{ id: number }>> = {
          workTogether: ({ db }, rows) =>
            transact(db, async (tx) => {
              for (const { id } of rows) await sql`update errands set done = done + 1 where id = ${id}`.execute(tx)
              if (rows.some(({ id }) => fail[id])) throw new Error('one of them fails')
            }),
        }
        await workThrough(world.deps, errands(batch_size, isTogether ? together : {}))
        expect(await doneOnes()).toEqual([...fail.keys()].filter((id) => !fail[id]))
        expect((await failures()).map(({ key }) => Number(key)).sort((a, b) => a - b)).toEqual(
          [...fail.keys()].filter((id) => fail[id]),
        )
      },
    ),
    { numRuns: 20 * rounds },
  )
})

test('waits longer after each failure, and sets a row aside with its reason after the last try', async () => {
  await plant([
    { id: 1, fails: true },
    { id: 2, fails: false },
  ])
  const queue = errands(1)
  expect(await workThrough(world.deps, queue)).toBe(1)
  const waits: number[] = []
  for (let tries = 1; tries < queueTries.stock_alerts; tries += 1) {
    const [failure] = await failures()
    expect(failure).toMatchObject({ tries, subject: 'errand 1', last_error: 'errand 1 fails', set_aside_at: null })
    waits.push((failure!.next_try_at!.getTime() - world.clock.now.getTime()) / 60_000)
    world.clock.now = new Date(failure!.next_try_at!.getTime() - 1)
    await workThrough(world.deps, queue)
    expect((await failures())[0]!.tries).toBe(tries)
    world.clock.now = failure!.next_try_at!
    await workThrough(world.deps, queue)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60])
  expect((await failures())[0]).toMatchObject({
    tries: queueTries.stock_alerts,
    next_try_at: null,
    set_aside_at: world.clock.now,
  })
  expect(logged.error).toHaveBeenLastCalledWith(
    expect.stringContaining('is set aside after 8 tries'),
    expect.any(Error),
  )
  world.clock.advance(100_000)
  await workThrough(world.deps, queue)
  expect((await failures())[0]!.tries).toBe(queueTries.stock_alerts)
})

test('staff see what was set aside, and have it tried again', async () => {
  await plant([{ id: 7, fails: true }])
  const queue = errands(10)
  for (let tries = 0; tries < queueTries.stock_alerts; tries += 1) {
    await workThrough(world.deps, queue)
    world.clock.advance(61)
  }
  const { token } = staff
  const list = await world.call(failureList.endpoint, { token, query: { state: 'set_aside' } })
  expect(list.body).toMatchObject({
    total: 1,
    items: [{ queue: 'stock_alerts', subject: 'errand 7', state: 'set_aside', last_error: 'errand 7 fails' }],
  })
  const params = { id: list.body.items[0]!.id as string }
  await sql`update errands set fails = false`.execute(world.db)
  expect(await workThrough(world.deps, queue)).toBe(0)
  expect((await world.call(retryFailure, { token, params })).body).toMatchObject({ state: 'waiting', tries: 0 })
  expect(await workThrough(world.deps, queue)).toBe(1)
  expect((await world.call(getFailure, { token, params })).status).toBe(404)
  const employee = await world.buildDriver({ role: 'employee' })
  expect((await world.call(failureList.endpoint, { token: employee.token })).status).toBe(403)
})

test('does each row once in eight processes at the same time', async () => {
  await plant(Array.from({ length: 60 }, (_, id) => ({ id, fails: false })))
  const done = await Promise.all(Array.from({ length: 8 }, () => workThrough(world.deps, errands(7))))
  expect(done.reduce((sum, count) => sum + count, 0)).toBe(60)
  expect(await doneOnes()).toHaveLength(60)
})

test('passes rows for which nothing can be done, and does not count an outage as a try', async () => {
  await plant([1, 2, 3].map((id) => ({ id, fails: false })))
  const blocked = errands(1, { work: async (deps, row, now) => (row.id < 3 ? false : errands(1).work(deps, row, now)) })
  expect(await workThrough(world.deps, blocked)).toBe(1)
  expect(await doneOnes()).toEqual([3])
  const away = Object.assign(new Error('terminating connection'), { code: '57P01' })
  await expect(workThrough(world.deps, errands(5, { work: () => Promise.reject(away) }))).rejects.toBe(away)
  expect(await failures()).toEqual([])
})
