import { runInTerminal } from '#server/commands/run.ts'

process.exitCode = await runInTerminal('import', process.argv.slice(2), process.env)
