import { parseArgs } from 'node:util'
import { storeReadOnly, type StoredReadOnly } from '#server/read-only.ts'
import { CommandError, readOptions, type Command } from './command.ts'

const usage = 'Usage: npm run read-only -- on [--until 2026-11-28T10:00Z] --reason "…", or: npm run read-only -- off'

/**
 * `npm run read-only -- on|off`: from now on nothing can be changed, or again everything. All servers follow within five
 * seconds.
 */
export const readOnlyCommand: Command = {
  readWords: (words) => void readSwitch(words),
  run: async ({ db, clock, read_only, readMode }, words) => {
    const given = readSwitch(words)
    const now = clock()
    if (given?.until !== undefined && given.until <= now)
      throw new CommandError(`--until: ${given.until.toISOString()} has passed`)
    const stored: StoredReadOnly | undefined = given && {
      reason: given.reason,
      since: now.toISOString(),
      ...(given.until && { until: given.until.toISOString() }),
    }
    await storeReadOnly(db, stored)
    // Run within a server, it need not wait for the next look.
    await read_only.look({ readMode })
    const output =
      stored === undefined
        ? 'Changes are taken again. All servers follow within five seconds.'
        : `Read-only until ${stored.until ?? 'you switch it off'}. All servers follow within five seconds. It ends with: npm run read-only -- off`
    return { exit_code: 0, output, error: '' }
  },
}

interface Given {
  until: Date | undefined
  reason: string
}

/** Undefined for `off`. The time needs its zone. */
function readSwitch(words: readonly string[]): Given | undefined {
  const options = { until: { type: 'string' }, reason: { type: 'string' } } as const
  const { values, positionals } = readOptions(usage, () =>
    parseArgs({ args: [...words], options, allowPositionals: true }),
  )
  const [word] = positionals
  if (positionals.length !== 1 || (word !== 'on' && word !== 'off')) throw new CommandError(usage)
  if (word === 'off') return undefined
  const { until, reason } = values
  if (reason === undefined || reason.trim() === '') throw new CommandError(`--reason: say why, for the log\n${usage}`)
  if (until === undefined) return { until: undefined, reason }
  const at = new Date(until)
  if (!/T.*(Z|[+-]\d{2}:\d{2})$/.test(until) || Number.isNaN(at.getTime()))
    throw new CommandError(`--until: must be a time with its zone, such as 2026-11-28T10:00Z\n${usage}`)
  return { until: at, reason }
}
