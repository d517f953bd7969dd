import { sql } from 'kysely'
import pg from 'pg'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { DatabaseInUse } from '#server/database/lock.ts'
import { chooseAddress, openForCommands } from '#server/database/open.ts'
import { MissingPart } from '#server/missing-part.ts'
import { CommandError, failWith, type Command, type CommandResult } from '../command.ts'
import { ledgerCheck } from '../ledger-check.ts'
import { reconcileCommand } from '../reconcile.ts'
import { withDeps } from '../with-deps.ts'
import { UnreadableBackup } from './encryption.ts'
import { finishRecovery, restoreBackup, type Restored } from './restore.ts'

type Environment = Record<string, string | undefined>

const describe = ({ manifest, ...finished }: Restored): string[] => [
  `Restored ${manifest.file}, which version ${manifest.version} began at ${manifest.started_at}.`,
  ...describeEnd(finished),
]

const describeEnd = ({ migrated, erased }: Omit<Restored, 'manifest'>): string[] => [
  migrated.length === 0 ? 'Its schema is that of this release.' : `Applied ${migrated.join(', ')}.`,
  `Erased ${erased} accounts again.`,
]

async function inTerminal(environment: Environment, run: (config: Config) => Promise<CommandResult>): Promise<0 | 1> {
  const { exit_code, output, error } = await (async () => run(readConfig(environment)))().catch((failure: unknown) => {
    if (failure instanceof ConfigError) return failWith(`Invalid settings:\n${failure.message}`)
    const expected = [CommandError, UnreadableBackup, DatabaseInUse, MissingPart]
    if (expected.some((kind) => failure instanceof kind)) return failWith((failure as Error).message)
    throw failure
  })
  if (output !== '') console.info(output)
  if (error !== '') console.error(error)
  return exit_code
}

/**
 * `npm run restore [-- FILE]`: restores into the empty database of DATABASE_URL or DATA_DIR, and says what to do next. With
 * `--erasures` it only finishes a database that was recovered by other means.
 */
export const restoreFromTerminal = (words: readonly string[], environment: Environment): Promise<0 | 1> =>
  inTerminal(environment, async (config) => {
    if (words.length > 1) throw new CommandError('Usage: npm run restore [-- FILE | --erasures]')
    if (words[0] === '--erasures')
      return { exit_code: 0, output: describeEnd(await finishRecovery(config)).join('\n'), error: '' }
    const restored = await restoreBackup(config, words[0])
    const day = restored.manifest.started_at.slice(0, 10)
    const output = [
      ...describe(restored),
      `Next: npm run ledger:check -- --stock, and npm run reconcile -- --from ${day}`,
    ]
    return { exit_code: 0, output: output.join('\n'), error: '' }
  })

/**
 * `npm run drill:restore`: restores the newest backup into a new database beside that of DATABASE_URL, checks the ledger,
 * stock and counters of spaces, compares with the payment providers where there are any, and prints how much would be lost and how long it took.
 */
export const drillFromTerminal = (environment: Environment): Promise<0 | 1> =>
  inTerminal(environment, async (given) => {
    const config = await chooseAddress(given)
    const url = config.DATABASE_URL
    if (url === undefined)
      throw new CommandError('The drill needs a PostgreSQL server. Restore an embedded database into another DATA_DIR.')
    const name = `parkwell_drill_${Date.now()}`
    const address = new URL(url)
    address.pathname = `/${name}`
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    try {
      await admin.query(`create database ${name}`)
      return await drill(config, { ...config, DATABASE_URL: address.href })
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    }
  })

async function drill(live: Config, config: Config): Promise<CommandResult> {
  const started_ms = performance.now()
  const restored = await restoreBackup(config)
  const restored_s = (performance.now() - started_ms) / 1_000
  const { started_at } = restored.manifest
  const ledger = await runOn(config, ledgerCheck, ['--stock'])
  const hasProviders = [config.STRIPE_SECRET_KEY, config.PAYSTACK_SECRET_KEY, config.WAVE_API_KEY].some(Boolean)
  const payments = hasProviders ? await runOn(config, reconcileCommand, ['--from', started_at.slice(0, 10)]) : undefined
  const whole_s = (performance.now() - started_ms) / 1_000
  const { bookings, transfers } = await countSince(live, started_at)
  const output = [
    ...describe(restored),
    ledger.output,
    ...(payments === undefined
      ? ['No payment provider has a key: nothing was compared.']
      : [payments.output, payments.error].filter((text) => text !== '')),
    `Lost: what came after ${started_at}, which is ${bookings} bookings and ${transfers} transfers now.`,
    `Took ${restored_s.toFixed(1)} s to restore, ${whole_s.toFixed(1)} s with all checks.`,
  ]
  // A difference to the providers is what a restore of yesterday brings, and is booked by reconciling.
  return { exit_code: ledger.exit_code, output: output.join('\n'), error: ledger.error }
}

const runOn = (config: Config, command: Command, words: readonly string[]): Promise<CommandResult> =>
  withDeps(config, command, (deps) => command.run(deps, words, Buffer.alloc(0)))

/** What the live database has, and a backup of that time has not. */
async function countSince(config: Config, started_at: string) {
  const database = await openForCommands(config)
  try {
    const { rows } = await sql<{ bookings: number; transfers: number }>`
      select (select count(*)::int from bookings where created_at > ${started_at}::timestamptz) as bookings,
        (select count(*)::int from ledger_transfers where created_at > ${started_at}::timestamptz) as transfers`.execute(
      database.db,
    )
    return rows[0]!
  } finally {
    await database.close()
  }
}
