import { migrateFromTerminal } from '#server/database/migrate-command.ts'

process.exitCode = await migrateFromTerminal(process.env)
