import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request, type Agent } from 'node:https'
import { Agent as HttpsAgent } from 'node:https'
import { join } from 'node:path'
import { findFreePort } from '#test/kits/postgres.ts'
import { waitFor } from './book.ts'
import type { Production } from './production.ts'

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
}

const ask = (url: string, agent: Agent, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      response.resume().once('end', () => resolve({ status: response.statusCode!, headers: response.headers }))
    })
      .once('error', reject)
      .end()
  })

/** Starts Caddy with the example of `ops` in front of the server, with a certificate of its own authority. */
export async function tryProxy(ops: string, production: Production) {
  const port = await findFreePort()
  const home = join(production.folder, 'caddy')
  const caddy = spawn('caddy', ['run', '--config', join(ops, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      DOMAIN: `https://localhost:${port}`,
      UPSTREAMS: `127.0.0.1:${production.port}`,
    },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  production.onClose(() => caddy.kill('SIGKILL'))
  const base = `https://localhost:${port}`
  const authority = join(home, 'caddy/pki/authorities/local/root.crt')
  const ca = await waitFor('the certificate', async () => readFileSync(authority))
  const agent = new HttpsAgent({ ca })
  const ready = await waitFor('the proxy', async () => {
    const answer = await ask(`${base}/health/ready`, agent)
    return answer.status === 200 ? answer : undefined
  })
  const page = await ask(`${base}/`, agent, { 'accept-encoding': 'br, gzip', accept: 'text/html' })
  // Calls that name other addresses count for the client's own.
  const left: number[] = []
  for (const address of ['203.0.113.9', '203.0.113.10']) {
    const { headers } = await ask(`${base}/api/v1/countries`, agent, { 'x-forwarded-for': address })
    left.push(Number(headers['ratelimit-remaining']))
  }
  const metrics = await ask(`${base}/metrics`, agent)
  return {
    ready: ready.status,
    page: page.status,
    encoding: page.headers['content-encoding'],
    strict_transport: page.headers['strict-transport-security'],
    metrics: metrics.status,
    counted: left[0]! - left[1]!,
  }
}
