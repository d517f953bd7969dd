import { runInTerminal } from '#server/commands/run.ts'

process.exitCode = await runInTerminal('passes:rotate', process.argv.slice(2), process.env)
