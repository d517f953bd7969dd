import { runInTerminal } from '#server/commands/run.ts'

process.exitCode = await runInTerminal('factor:reset', process.argv.slice(2), process.env)
