import { runInTerminal } from '#server/commands/run.ts'

process.exitCode = await runInTerminal('secrets:rotate', process.argv.slice(2), process.env)
