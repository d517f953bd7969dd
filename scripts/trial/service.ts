import { execFileSync, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { waitFor, waitUntilReady } from './book.ts'
import { account, type Production } from './production.ts'

const restarts = 2
const clients = 4

/** How hardened `parkwell.service` is, from 0 (best) to 10, by systemd's own measure. Throws where it is malformed. */
export function measureExposure(ops: string): number {
  const unit = join(ops, 'parkwell.service')
  if (existsSync('/opt/parkwell/node_modules/.bin/node'))
    execFileSync('systemd-analyze', ['verify', unit, join(ops, 'parkwell.socket')], { stdio: 'inherit' })
  const text = execFileSync('systemd-analyze', ['security', '--offline=true', unit]).toString()
  return Number(/exposure level for parkwell\.service: ([\d.]+)/.exec(text)![1])
}

/** Asks over a connection of its own. Returns the status, or the code of the failure. */
const ask = (url: string, agent: Agent): Promise<string> =>
  new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(String(response.statusCode)))
      response.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    }).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })

/**
 * Restarts the server behind a socket that `systemd-socket-activate` holds, while clients go on asking. Returns how often
 * each answer came, and the longest that one took.
 */
export async function restartBehindSocket(release: string, production: Production) {
  const { port, base, settings, credentials, folder } = production
  const script = join(folder, 'service.sh')
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const given = { DRAIN_SECONDS: '1', RATE_LIMITS: 'off', PATH: '/usr/bin:/bin' }
  const variables = { ...settings, CREDENTIALS_DIRECTORY: credentials, ...given }
  writeFileSync(
    script,
    [
      `cd ${quote(release)}`,
      ...Object.entries(variables).map(([name, value]) => `export ${name}=${quote(value)}`),
      // As a supervisor does: the socket stays open, and each process is told that it is its own.
      `while :; do sh -c 'echo $$ >"$DATA_DIR/pid"; LISTEN_PID=$$ exec node_modules/.bin/node src/server/main.ts'; done`,
    ].join('\n'),
  )
  const supervisor = spawn('systemd-socket-activate', ['-l', `127.0.0.1:${port}`, '/bin/sh', script], {
    ...account,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  let isOver = false
  const end = () => {
    isOver = true
    if (supervisor.exitCode === null && supervisor.signalCode === null) process.kill(-supervisor.pid!, 'SIGKILL')
  }
  production.onClose(end)
  await waitUntilReady(base)
  const answers: Record<string, number> = {}
  let longest_ms = 0
  const agent = new Agent({ keepAlive: false })
  const client = async () => {
    while (!isOver) {
      const started_ms = performance.now()
      const answer = await ask(`${base}/api/v1/countries`, agent)
      longest_ms = Math.max(longest_ms, performance.now() - started_ms)
      answers[answer] = (answers[answer] ?? 0) + 1
    }
  }
  const working = Array.from({ length: clients }, client)
  const pidFile = join(settings['DATA_DIR']!, 'pid')
  const readPid = () => Number(execFileSync('cat', [pidFile]).toString())
  for (let n = 0; n < restarts; n += 1) {
    const pid = readPid()
    process.kill(pid, 'SIGTERM')
    await waitFor('the next process', async () => (readPid() === pid ? undefined : true))
    await waitUntilReady(base)
  }
  isOver = true
  await Promise.all(working)
  end()
  return { answers, longest_s: longest_ms / 1_000 }
}
