import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startSimulators, type Simulators } from '#simulators/simulators.ts'
import { findFreePort, startPostgres } from '#test/kits/postgres.ts'
import { startSmtp, type SmtpServer } from '#test/kits/smtp-server.ts'

export const nobody = 65_534
/** Another user than the one that owns the release, where this process may choose. */
export const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

/** What a server in production needs around it. */
export interface Production {
  folder: string
  base: string
  port: number
  /** Settings without secrets. */
  settings: Record<string, string>
  /** By the name of the setting. */
  secrets: Record<string, string>
  /** Has a file `parkwell_NAME` for each secret, as systemd gives them to a service. */
  credentials: string
  smtp: SmtpServer
  payments: Simulators
  postgres_version: string
  onClose: (close: () => unknown) => void
  close: () => Promise<void>
}

interface Given {
  /** Of the server; a free one by default. */
  port?: number
  /** An empty database; one of a PostgreSQL server of its own by default. */
  database_url?: string
}

/** Starts PostgreSQL with an empty database, a mail server and the stand-in of Stripe, for a server. */
export async function startProduction(given: Given = {}): Promise<Production> {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-try-'))
  chmodSync(folder, 0o755)
  const closings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const database_url = given.database_url ?? (await createDatabase((close) => closings.push(close)))
  const smtp = await startSmtp()
  closings.push(() => smtp.close())
  const port = given.port ?? (await findFreePort())
  const base = `http://127.0.0.1:${port}`
  const simulators = await startSimulators({ host: '127.0.0.1', port: 0 })
  closings.push(() => simulators.close())
  simulators.setWebhookBase(base)
  const { stripe } = simulators.keys

  const state = join(folder, 'state')
  const credentials = join(folder, 'credentials')
  for (const name of [state, credentials]) mkdirSync(name)
  if ('uid' in account) chownSync(state, nobody, nobody)
  const secrets = {
    DATABASE_URL: database_url,
    STRIPE_SECRET_KEY: stripe.secret_key,
    STRIPE_WEBHOOK_SECRET: stripe.webhook_secret,
  }
  for (const [name, value] of Object.entries(secrets))
    writeFileSync(join(credentials, `parkwell_${name}`), `${value}\n`)
  const settings = {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(state, 'compiled'),
    DATA_DIR: state,
    PORT: String(port),
    PUBLIC_URL: base,
    STRIPE_URL: stripe.base_url,
    SMTP_URL: smtp.url(),
    MAIL_FROM: 'Parkwell <no-reply@example.com>',
    // The shipped car parks have no operator, and only an operator's can be booked.
    DEMO_DATA: 'on',
    EXAMPLE_ORDERS: 'off',
  }
  return {
    folder,
    base,
    port,
    settings,
    secrets,
    credentials,
    smtp,
    payments: simulators,
    postgres_version: await readVersion(database_url),
    onClose: (close) => closings.push(close),
    close: async () => {
      for (const close of closings.toReversed()) await close()
    },
  }
}

/** Starts PostgreSQL; returns the address of an empty database through TCP, which other users and containers reach too. */
async function createDatabase(onClose: Production['onClose']): Promise<string> {
  const postgres = await startPostgres()
  onClose(() => postgres.stop())
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query('create database parkwell')
  await admin.end()
  return `postgres://postgres@127.0.0.1:${new URL(postgres.url).port}/parkwell`
}

async function readVersion(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  return rows[0]!.server_version
}
