import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/kits/world.ts'
import { describeSchema } from '../../scripts/schema-text.ts'
import { generateTables } from '../../scripts/table-types.ts'

const reminder = 'run `npm run tables` after a migration'
const readGenerated = (name: string) => readFile(new URL(`../../src/server/database/${name}`, import.meta.url), 'utf8')

let world: World
beforeAll(async () => (world = await createWorld()))
afterAll(() => world.close())

test('the types of the tables are those of the migrated schema', async () => {
  expect(await generateTables(world.db), reminder).toBe(await readGenerated('tables.ts'))
})

test('the schema as it is stands in one file, whichever engine tells it', async () => {
  expect(await describeSchema(world.db), reminder).toBe(await readGenerated('schema.sql'))
})
