/**
 * Starts an image as `ops/compose.yaml` says, with PostgreSQL, a mail server and the stand-in of Stripe of this machine in
 * the places of what is elsewhere, and makes a paid booking. `ops/try-container` builds the image first.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { parse } from 'yaml'
import { bookAsDriver, waitFor, waitUntilReady } from './trial/book.ts'
import { startProduction } from './trial/production.ts'

interface Service {
  environment: Record<string, string>
  secrets: string[]
  ports: string[]
  healthcheck: { test: string[] }
}

const image = process.argv[2] ?? 'parkwell'
const { server } = (parse(readFileSync('ops/compose.yaml', 'utf8')) as { services: { server: Service } }).services
const [, published = ''] = /^127\.0\.0\.1:(\d+):\d+$/.exec(server.ports[0]!) ?? []
const isTaken = await new Promise<boolean>((resolve) => {
  const socket = createConnection(Number(published), '127.0.0.1', () => {
    socket.destroy()
    resolve(true)
  }).once('error', () => resolve(false))
})
const production = await startProduction(isTaken ? {} : { port: Number(published) })
const buildah = (...words: string[]) => execFileSync('buildah', words).toString().trim()

try {
  const { base, port, settings, secrets, folder, smtp } = production
  // What `settings.env` would have, and what compose.yaml does not know: the place of Stripe.
  const { PUBLIC_URL, STRIPE_URL, SMTP_URL, MAIL_FROM, DEMO_DATA, EXAMPLE_ORDERS } = settings
  const { DATABASE_URL, ...keys } = secrets
  const environment = {
    PUBLIC_URL,
    STRIPE_URL,
    SMTP_URL,
    MAIL_FROM,
    DEMO_DATA,
    EXAMPLE_ORDERS,
    ...keys,
    ...server.environment,
    // A container of `chroot` shares the network of the machine.
    PORT: String(port),
  }
  const files = Object.fromEntries(server.secrets.map((name) => [name, join(folder, name)]))
  writeFileSync(files['database_url']!, `${DATABASE_URL}\n`)
  const { OCIv1 } = JSON.parse(buildah('inspect', '--type', 'image', image)) as {
    OCIv1: { config: { User: string; Cmd: string[]; StopSignal: NodeJS.Signals } }
  }
  const { User, Cmd, StopSignal } = OCIv1.config
  if (User === '' || User === 'root' || User === '0') throw new Error('the image runs as root')
  const container = buildah('from', image)
  production.onClose(() => buildah('rm', container))
  const run = (words: readonly string[]) => [
    'run',
    '--isolation=chroot',
    ...Object.entries(environment).map(([name, value]) => `--env=${name}=${value}`),
    ...Object.entries(files)
      .filter(([, file]) => existsSync(file))
      .map(([name, file]) => `--volume=${file}:/run/secrets/${name}:ro`),
    container,
    '--',
    ...words,
  ]
  const started_ms = performance.now()
  const child = spawn('buildah', run(Cmd), { stdio: ['ignore', 'pipe', 'inherit'] })
  production.onClose(() => child.kill('SIGKILL'))
  let log = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (log += text))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const failed = ended.then((code) => Promise.reject(new Error(`it ended with ${code}: ${log}`)))
  failed.catch(() => undefined)
  await Promise.race([waitUntilReady(base), failed])
  const seconds = (performance.now() - started_ms) / 1_000
  const [, ...test] = server.healthcheck.test
  buildah(...run(test))
  const { code, total } = await bookAsDriver(base, smtp)
  const pid = await waitFor('the process', async () => /"pid":(\d+)/.exec(log)?.[1])
  const owner = execFileSync('stat', ['-c', '%u', `/proc/${pid}`])
    .toString()
    .trim()
  process.kill(Number(pid), StopSignal)
  console.info(`ready after ${seconds.toFixed(1)} s as user ${owner}, healthy, booked ${code} for ${total} CAD`)
  console.info(`${StopSignal} ended it with ${await ended}`)
} finally {
  await production.close()
}
