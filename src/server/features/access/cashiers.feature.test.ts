import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/kits/world.ts'

const file = new URL('../../database/migrations/0163_cashiers_see_orders.sql', import.meta.url)
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const readVersion = async () =>
  (await world.db.selectFrom('access_version').select('version').executeTakeFirstOrThrow()).version

/** Gives the POS operator a role of an older database, migrates it, and returns what the role may do with orders. */
async function migrateRole(version: number, ...granted: readonly string[]): Promise<string[]> {
  const { id } = await world.db
    .updateTable('roles')
    .set({ version })
    .where('code', '=', 'pos_operator')
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.deleteFrom('role_permissions').where('role_id', '=', id).execute()
  for (const permission of granted)
    await world.db.insertInto('role_permissions').values({ role_id: id, permission }).execute()
  await sql.raw(await readFile(file, 'utf8')).execute(world.db)
  const rows = await world.db
    .selectFrom('role_permissions')
    .select('permission')
    .where('role_id', '=', id)
    .orderBy('permission')
    .execute()
  return rows.map(({ permission }) => permission)
}

test.each<[string, number, string[], string[]]>([
  ['as it shipped', 1, ['orders.create'], ['orders.create', 'orders.update', 'orders.view']],
  ['that was changed', 4, ['items.view', 'orders.create'], ['items.view', 'orders.create', 'orders.view']],
  ['that has no phone orders', 4, ['items.view'], ['items.view']],
])(
  'the POS operator of an older database sees the orders that they take: a role %s',
  async (_name, version, had, has) => {
    const before = await readVersion()
    expect(await migrateRole(version, ...had)).toEqual(has)
    // Servers that run already read the roles again.
    expect(await readVersion()).toBe(had.length === has.length ? before : before + 1n)
  },
)
