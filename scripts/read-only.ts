import { runInTerminal } from '#server/commands/run.ts'

process.exitCode = await runInTerminal('read-only', process.argv.slice(2), process.env)
