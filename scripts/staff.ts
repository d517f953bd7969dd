import { runInTerminal } from '#server/commands/run.ts'

process.exitCode = await runInTerminal('staff', process.argv.slice(2), process.env)
