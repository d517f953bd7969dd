import { runInTerminal } from '#server/commands/run.ts'

process.exitCode = await runInTerminal('reconcile', process.argv.slice(2), process.env)
