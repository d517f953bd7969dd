import { drillFromTerminal } from '#server/commands/backups/restore-command.ts'

process.exitCode = await drillFromTerminal(process.env)
