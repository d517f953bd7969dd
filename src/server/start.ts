import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics } from 'prom-client'
import { settings } from '#contract/settings/settings.ts'
import { listenForCommands } from '#server/commands/listen.ts'
import { quietWhileAway } from '#server/database/away-log.ts'
import { CountriesMismatch, PoolerFound } from '#server/database/errors.ts'
import { DatabaseInUse } from '#server/database/lock.ts'
import { openDatabase, SchemaMismatch } from '#server/database/open.ts'
import { takeSocket } from '#server/http/inherited-socket.ts'
import { checkLogJob } from '#server/http/log-check.ts'
import { maskingLog } from '#server/http/log-options.ts'
import { consoleLog, guardOutput, jsonLog } from '#server/http/log-writer.ts'
import { addFigures, listenForMetrics } from '#server/http/metrics.ts'
import { ServerList } from '#server/http/server-list.ts'
import { createGeocoder } from '#server/providers/geo/geocoder.ts'
import { ipLookups } from '#server/providers/geo/ip-lookups.ts'
import { createIdentity, simulateLogin } from '#server/providers/identity/create-identity.ts'
import { createMailer } from '#server/providers/mail/create-mailer.ts'
import { createPayments } from '#server/providers/payments/create-payments.ts'
import { createSms } from '#server/providers/sms/create-sms.ts'
import { openTraces } from '#server/providers/traces/otlp.ts'
import { createWorkers } from '#server/workers/workers.ts'
import { createApp, type OpenPages } from './app.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import type { Deps, Log } from './deps.ts'
import { features, hooks, jobsOf, openServices } from './features.ts'
import { jobMetrics } from './job-metrics.ts'
import type { Job } from './jobs.ts'
import { MissingPart } from './missing-part.ts'
import { ReadOnlyMode } from './read-only.ts'
import { startJobs } from './run-jobs.ts'
import { loadShippedData } from './shipped-data.ts'
import { stopAtSignals } from './stop.ts'
import { version } from './version.ts'

/** Why a server does not start, in words for who runs it. */
const explained = [DatabaseInUse, SchemaMismatch, CountriesMismatch, MissingPart, PoolerFound]

/** How often the figures of the event loop measure it: every 10 ms, the default, took 0.4 s of processor time a minute on a loaded machine. */
const loopPrecision_ms = 250

interface Start {
  read: Config
  log: Log
  /** The descriptor of a socket on which the server's supervisor listens already. */
  socket: number | undefined
  openPages: OpenPages | undefined
}

async function run({ read, log, socket, openPages }: Start): Promise<void> {
  const { config, closeLogin } = await simulateLogin(read)
  // Before the database is opened, whose statements it records.
  const traces = await openTraces(config, log)
  const read_only = new ReadOnlyMode()
  const database = await openDatabase(config, {
    log,
    read_only,
    prepare: (db) => loadShippedData(db, config),
    onPooler: (found) => {
      log.error(found.message, found.cause)
      process.exit(1)
    },
  })
  const servers = new ServerList()
  const announceJob: Job = { name: 'announce_server', every_s: 20, run: ({ db }) => servers.announce(db) }
  let address = ''
  const payments = await createPayments(config)
  const sms = await createSms(config)
  const mailer = await createMailer(config)
  const deps: Deps = {
    db: database.db,
    engine: database.engine,
    probe: database.probe,
    read_only,
    waiting: database.waiting,
    copyFiles: database.copyFiles,
    readMode: database.readMode,
    replica: database.replica,
    servers,
    config,
    clock: () => new Date(),
    publicUrl: () => config.PUBLIC_URL?.replace(/\/+$/, '') ?? address,
    payments: payments.providers,
    payouts: payments.payouts,
    mailer,
    sms: sms.providers,
    simulated_sms: sms.simulators?.inbox,
    identity: createIdentity(config),
    ...openServices(config),
    ip_lookups: ipLookups(config, payments.simulators?.ip_lookups),
    geocoder: createGeocoder(config, log),
    workers: createWorkers(),
    hooks,
    log,
  }
  const app = await createApp(deps, openPages)
  await read_only.look(database)
  collectDefaultMetrics({ register: app.metrics, eventLoopMonitoringPrecision: loopPrecision_ms })
  const jobDeps = { ...deps, db: database.jobs_db }
  addFigures(app.metrics, [...jobMetrics(jobDeps), ...features.flatMap(({ metrics }) => metrics?.(jobDeps) ?? [])])
  for (const { load } of features) await load?.(jobDeps)
  await app.listen({ host: config.HOST, port: config.PORT, ...(socket === undefined ? {} : { fd: socket }) })
  const { port } = app.server.address() as AddressInfo
  address = `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`
  payments.simulators?.setWebhookBase(`http://127.0.0.1:${port}`)
  sms.simulators?.setWebhookBase(`http://127.0.0.1:${port}`)
  const stopFollowing = read_only.follow(database, log)
  const stopWork = startJobs(jobDeps, [...jobsOf(config), checkLogJob, announceJob, app.proxyCheck])
  if (config.production)
    for (const { name, warm } of features)
      warm?.().catch((error: unknown) => log.error(`${name} could not read ahead`, error))
  // What other processes cannot open themselves: the embedded database, and the simulators’ payments.
  const endCommands =
    database.engine === 'embedded' || config.simulators ? await listenForCommands(deps) : async () => undefined

  log.info(`${settings().company.name} ${version} is at ${address}`)
  if (config.simulators) log.info('Payments use local simulators. No real money moves.')
  if (!config.production && config.SMTP_URL === undefined)
    log.info(`Emails are not sent. Read them at ${address}/dev/mail`)
  if (config.sms_simulators) log.info(`Text messages are not sent. Read them at ${address}/dev/sms`)
  if (config.production && config.SMTP_URL === undefined)
    log.warn('SMTP_URL is not set, so no emails are sent and nobody can verify their address.')
  if (database.engine === 'embedded')
    log.info('The embedded database can lose data in a power failure. For real money, set DATABASE_URL.')

  const metrics =
    config.METRICS_PORT === undefined ? undefined : await listenForMetrics(app, config.HOST, config.METRICS_PORT)

  stopAtSignals({
    app,
    drain_ms: config.drain_ms,
    stopWork,
    closings: [
      { name: 'commands', close: endCommands },
      { name: 'read-only mode', close: async () => stopFollowing() },
      ...features.map(({ name, close }) => ({ name, close: async () => close?.(deps) })),
      { name: 'payment stand-ins', close: async () => payments.simulators?.close() },
      { name: 'text message stand-ins', close: async () => sms.simulators?.close() },
      { name: 'login stand-ins', close: async () => closeLogin?.() },
      { name: 'the list of servers', close: () => servers.leave(database.jobs_db) },
      { name: 'metrics', close: async () => metrics?.close() },
      { name: 'workers', close: () => deps.workers.close() },
      { name: 'emails', close: () => mailer.close() },
      { name: 'the database', close: () => database.close() },
      { name: 'traces', close: async () => traces?.close() },
    ],
    log: deps.log,
  })
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
  const log = quietWhileAway(maskingLog(environment['NODE_ENV'] === 'production' ? jsonLog : consoleLog))
  try {
    const socket = takeSocket(environment)
    await run({ read: readConfig(environment), log, socket, openPages })
  } catch (error) {
    if (error instanceof ConfigError) log.error(`Invalid settings:\n${error.message}`)
    else if (explained.some((kind) => error instanceof kind)) log.error((error as Error).message)
    else if (isAddressInUse(error))
      log.error(`${error.message}: the port is already in use. Set PORT to a different one.`)
    else log.error(error)
    process.exit(1)
  }
}
