import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findFreePort } from '#test/kits/postgres.ts'
import { waitUntilReady } from './book.ts'
import type { Production } from './production.ts'

const root = join(import.meta.dirname, '../..')

export interface RunningServer {
  address: string
  port: number
  /** What it wrote. */
  log: () => string
  /** Resolves with the exit code once it has ended. */
  ended: Promise<number | null>
  /** Sends a signal, SIGTERM by default, and waits for the end. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts a server in production from these sources, on `port` or a free one. It ends with `production`. */
export async function launchServer(
  production: Production,
  more: Record<string, string> = {},
  port?: number,
): Promise<RunningServer> {
  const own = port ?? (await findFreePort())
  const lines: string[] = []
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      ...production.settings,
      ...production.secrets,
      HOST: '127.0.0.1',
      PORT: String(own),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => lines.push(text))
  production.onClose(() => child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    address: `http://127.0.0.1:${own}`,
    port: own,
    log: () => lines.join(''),
    ended,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/** Waits until a server answers as ready. Throws with its log when it ends before. */
export async function waitForServer({ address, ended, log }: RunningServer): Promise<void> {
  const failed = ended.then((code) => Promise.reject(new Error(`the server ended with ${code}: ${log()}`)))
  failed.catch(() => undefined)
  await Promise.race([waitUntilReady(address), failed])
}

/** Starts HAProxy with the example of `ops` in front of two servers, on `port`. `restart` kills it first. */
export function startBalancer(
  { onClose }: Production,
  [first, second]: readonly RunningServer[],
  port: number,
): { restart: () => void } {
  const start = () =>
    spawn('haproxy', ['-db', '-f', join(root, 'ops/haproxy.cfg')], {
      env: {
        PATH: process.env['PATH'],
        LISTEN: `127.0.0.1:${port}`,
        FIRST: `127.0.0.1:${first!.port}`,
        SECOND: `127.0.0.1:${second!.port}`,
      },
      stdio: 'ignore',
    })
  let balancer = start()
  onClose(() => balancer.kill('SIGKILL'))
  return {
    restart: () => {
      balancer.kill('SIGKILL')
      balancer = start()
    },
  }
}
