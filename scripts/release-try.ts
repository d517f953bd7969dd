/**
 * Makes a release and tries it as production runs it: from a folder that nobody may write to, as another user, on a
 * PostgreSQL server, with its secrets in files; then behind systemd's socket and behind Caddy, where these are installed.
 * Prints sizes and times. `npm run release:try [-- RELEASE]`, as root for another user.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bookAsDriver, waitUntilReady } from './trial/book.ts'
import { account, startProduction } from './trial/production.ts'
import { tryProxy } from './trial/proxy.ts'
import { measureExposure, restartBehindSocket } from './trial/service.ts'

const isInstalled = (command: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`])
    return true
  } catch {
    console.info(`left out: ${command} is not installed`)
    return false
  }
}
const made = process.argv[2]
const production = await startProduction()
const { base, smtp, settings, credentials, folder } = production
const release = join(folder, 'release')
const logs: string[] = []

/** Starts a server and waits until it is ready. */
async function start(more: Record<string, string> = {}) {
  const started_ms = performance.now()
  const words = ['--max-semi-space-size=2', '--heap-growing-percent=10', 'src/server/main.ts']
  const server = spawn(join(release, 'node_modules/.bin/node'), words, {
    cwd: release,
    env: { PATH: '/usr/bin:/bin', ...settings, CREDENTIALS_DIRECTORY: credentials, ...more },
    ...account,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server.stdout!.setEncoding('utf8').on('data', (text: string) => logs.push(text))
  const ended = new Promise<number | null>((done) => server.once('exit', done))
  production.onClose(() => server.kill('SIGKILL'))
  const failed = ended.then((code) => Promise.reject(new Error(`it ended with ${code}: ${logs.join('')}`)))
  await Promise.race([waitUntilReady(base), failed])
  failed.catch(() => undefined)
  const seconds = (performance.now() - started_ms) / 1_000
  const stop = async () => {
    const stopping_ms = performance.now()
    server.kill('SIGTERM')
    return { code: await ended, seconds: (performance.now() - stopping_ms) / 1_000 }
  }
  return { seconds, stop }
}

try {
  if (made === undefined)
    execFileSync(process.execPath, [join(import.meta.dirname, 'release.ts'), release], { stdio: 'inherit' })
  else cpSync(resolve(made), release, { recursive: true, verbatimSymlinks: true })
  execFileSync('chmod', ['-R', 'a-w,a+rX', release])

  const first = await start()
  const page = await (await fetch(`${base}/`, { headers: { accept: 'text/html' } })).text()
  assert(page.includes('<main'), `the first page has no content: ${page.slice(0, 300)}`)
  const { code, total } = await bookAsDriver(base, smtp)
  const stopped = await first.stop()
  assert.equal(stopped.code, 0)
  const second = await start({ TRUST_PROXY: '1' })
  const checked = execFileSync(join(release, 'node_modules/.bin/node'), ['scripts/ledger-check.ts'], {
    cwd: release,
    env: { ...settings, CREDENTIALS_DIRECTORY: credentials },
    ...account,
  })
  console.info(
    `PostgreSQL ${production.postgres_version}, folder without write permission, user ${account.uid ?? 'own'}`,
  )
  console.info(`ready after ${first.seconds.toFixed(1)} s with an empty database, ${second.seconds.toFixed(1)} s later`)
  console.info(`booked ${code} for ${total} CAD, stopped with ${stopped.code} in ${stopped.seconds.toFixed(1)} s`)
  console.info(`ledger: ${checked.toString().trim()}`)
  if (isInstalled('caddy')) {
    const { strict_transport, ...answers } = await tryProxy(join(release, 'ops'), production)
    assert.deepEqual(answers, { ready: 200, page: 200, encoding: 'br', metrics: 404, counted: 1 })
    console.info(`proxy: compressed pages, no metrics, the client's own address; ${String(strict_transport)}`)
  }
  await second.stop()
  if (isInstalled('systemd-socket-activate')) {
    const exposure = measureExposure(join(release, 'ops'))
    assert(exposure < 3, `the service is exposed: ${exposure}`)
    const { answers, longest_s } = await restartBehindSocket(release, production)
    assert.deepEqual(Object.keys(answers), ['200'])
    console.info(
      `service: exposure ${exposure}; over two restarts ${answers['200']} answers, all 200, after at most ${longest_s.toFixed(1)} s`,
    )
  }
} finally {
  await production.close()
}
