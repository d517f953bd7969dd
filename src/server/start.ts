import type { AddressInfo } from 'node:net'
import { brand } from '#brand.ts'
import { listenForCommands } from '#server/commands/listen.ts'
import { DatabaseInUse } from '#server/database/lock.ts'
import { openDatabase } from '#server/database/open.ts'
import { checkLogJob } from '#server/http/log-check.ts'
import { maskingLog } from '#server/http/log-options.ts'
import { consoleLog, guardOutput } from '#server/http/log-writer.ts'
import { createGeocoder } from '#server/providers/geo/geocoder.ts'
import { ipLookups } from '#server/providers/geo/ip-lookups.ts'
import { createIdentity, simulateLogin } from '#server/providers/identity/create-identity.ts'
import { createMailer } from '#server/providers/mail/create-mailer.ts'
import { createPayments } from '#server/providers/payments/create-payments.ts'
import { createWorkers } from '#server/workers/workers.ts'
import { createApp, type OpenPages } from './app.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import type { Deps } from './deps.ts'
import { features, hooks, jobsOf, openServices } from './features.ts'
import { startJobs } from './jobs.ts'
import { loadShippedData } from './shipped-data.ts'

async function run(settings: Config, openPages?: OpenPages): Promise<void> {
  const { config, closeLogin } = await simulateLogin(settings)
  const database = await openDatabase(config)
  await loadShippedData(database.db, config)
  let address = ''
  const payments = await createPayments(config)
  const mailer = await createMailer(config)
  const deps: Deps = {
    db: database.db,
    engine: database.engine,
    config,
    clock: () => new Date(),
    publicUrl: () => config.PUBLIC_URL?.replace(/\/+$/, '') ?? address,
    payments: payments.providers,
    mailer,
    identity: createIdentity(config),
    ...openServices(config),
    ip_lookups: ipLookups(config, payments.simulators?.ip_lookups),
    geocoder: createGeocoder(config, console),
    workers: createWorkers(),
    hooks,
    log: maskingLog(consoleLog),
  }
  const app = await createApp(deps, openPages)
  for (const { load } of features) await load?.(deps)
  await app.listen({ host: config.HOST, port: config.PORT })
  const { port } = app.server.address() as AddressInfo
  address = `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`
  payments.simulators?.setWebhookBase(`http://127.0.0.1:${port}`)
  const stopWork = startJobs(deps, [...jobsOf(config), checkLogJob])
  // What other processes cannot open themselves: the embedded database, and the simulators’ payments.
  const endCommands =
    database.engine === 'embedded' || config.simulators ? await listenForCommands(deps) : async () => undefined

  console.info(`${brand.name} is at ${address}`)
  if (config.simulators) console.info('Payments use local simulators. No real money moves.')
  if (!config.production && config.SMTP_URL === undefined)
    console.info(`Emails are not sent. Read them at ${address}/dev/mail`)
  if (config.production && config.SMTP_URL === undefined)
    console.warn('SMTP_URL is not set, so no emails are sent and nobody can verify their address.')
  if (database.engine === 'embedded')
    console.info('The embedded database can lose data in a power failure. For real money, set DATABASE_URL.')

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await Promise.all([app.close(), endCommands()])
    await stopWork()
    for (const { name, close } of features)
      await close?.(deps).catch((error: unknown) => console.error(`${name} could not store what was in memory`, error))
    await payments.simulators?.close()
    await closeLogin?.()
    await deps.workers.close()
    await mailer.close()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

const isAddressInUse = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/**
 * Starts the server with the environment of its process, in which it sets the time zone. A setting or port that does not
 * allow it is printed, and the process ends with 1.
 */
export async function startServer(
  environment: Record<string, string | undefined>,
  openPages?: OpenPages,
): Promise<void> {
  guardOutput()
  // Libraries that read local dates (opening hours) must not meet the clock changes of the machine’s own time zone.
  environment['TZ'] = 'UTC'
  try {
    await run(readConfig(environment), openPages)
  } catch (error) {
    if (error instanceof ConfigError) console.error(`Invalid settings:\n${error.message}`)
    else if (error instanceof DatabaseInUse) console.error(error.message)
    else if (isAddressInUse(error))
      console.error(`${error.message}: the port is already in use. Set PORT to a different one.`)
    else console.error(error)
    process.exit(1)
  }
}
