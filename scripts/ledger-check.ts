import { runInTerminal } from '#server/commands/run.ts'

process.exitCode = await runInTerminal('ledger:check', process.argv.slice(2), process.env)
