import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { createRandom } from '#server/features/demo/random.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { currentCursor, numberChanges, readChanges } from './change-feed.ts'

let world: World
beforeAll(async () => (world = await createWorld({ pool: 12 })))
afterAll(() => world.close())

test('several processes that read and number at once miss no change, whatever order transactions end in', async () => {
  const { db } = world
  const written: string[] = []
  let isOver = false
  // Before anything is written: what was numbered earlier is not read from there.
  const start = await currentCursor(db)
  const follow = async () => {
    const seen: string[] = []
    let cursor = start
    const read = async () => {
      const found = (await readChanges(db, cursor))!
      seen.push(...found.changes.parks)
      ;({ cursor } = found)
      await numberChanges(db)
    }
    while (!isOver) await read()
    await read()
    return seen.toSorted()
  }
  const readers = [follow(), follow(), follow()]
  const random = createRandom('feed')
  const write = async () => {
    for (let n = 0; n < 25; n += 1) {
      const ids = [newId(), newId()]
      const reads = random.whole(0, 8)
      await db.transaction().execute(async (tx) => {
        for (const id of ids)
          await sql`insert into index_changes (what, park_id) values ('park', ${id}::uuid)`.execute(tx)
        // Its end comes after that of others that began later.
        for (let read = 0; read < reads; read += 1) await sql`select count(*) from index_changes`.execute(tx)
      })
      written.push(...ids)
    }
  }
  await Promise.all([write(), write(), write(), write()])
  isOver = true
  for (const seen of await Promise.all(readers)) expect(seen).toEqual(written.toSorted())
})
