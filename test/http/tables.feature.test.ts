import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createWorld } from '#test/kits/world.ts'
import { generateTables } from '../../scripts/table-types.ts'

test('the types of the tables are those of the migrated schema', async () => {
  const world = await createWorld()
  const types = await readFile(new URL('../../src/server/database/tables.ts', import.meta.url), 'utf8')
  expect(await generateTables(world.db), 'run `npm run tables` after a migration').toBe(types)
  await world.close()
})
