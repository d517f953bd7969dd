/** Generates `tables.ts` and `schema.sql` in `src/server/database` from the migrated schema: `npm run tables`. */
import { writeFile } from 'node:fs/promises'
import { openEmbedded } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { describeSchema } from './schema-text.ts'
import { generateTables } from './table-types.ts'

const folder = new URL('../src/server/database/', import.meta.url)
const database = await openEmbedded(undefined)
await migrate(database)
await writeFile(new URL('tables.ts', folder), await generateTables(database.db))
await writeFile(new URL('schema.sql', folder), await describeSchema(database.db))
await database.close()
