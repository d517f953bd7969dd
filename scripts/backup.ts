import { runInTerminal } from '#server/commands/run.ts'

process.exitCode = await runInTerminal('backup', process.argv.slice(2), process.env)
