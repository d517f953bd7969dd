/** Generates `src/server/database/tables.ts` from the migrated schema: `npm run tables`. */
import { writeFile } from 'node:fs/promises'
import { openEmbedded } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { generateTables } from './table-types.ts'

const database = await openEmbedded(undefined)
await migrate(database)
await writeFile(new URL('../src/server/database/tables.ts', import.meta.url), await generateTables(database.db))
await database.close()
