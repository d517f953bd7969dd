import { restoreFromTerminal } from '#server/commands/backups/restore-command.ts'

process.exitCode = await restoreFromTerminal(process.argv.slice(2), process.env)
