/**
 * Locks one table after the other for 20 seconds, three times, under 20 requests a second at two servers on PostgreSQL, and
 * prints what each kind of call got. Calls that need the table may get 503 with `Retry-After` and a code; all others must be
 * answered, and both servers must stay ready. `npm run drill:locks`.
 */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { bookAs, bookingOf, type Crowd, gatherCrowd, sendAs } from './trial/crowd.ts'
import { startProduction } from './trial/production.ts'
import { launchServer, type RunningServer, waitForServer } from './trial/servers.ts'

const perSecond = 20
const rounds = 3
const locked_s = 20
/** How long servers have afterwards to find out that the lock is gone: each kind of call is tried alone before it is let in. */
const recovery_s = 20
/** The longest that a call that does not need the table may take longer than before, and longer than readiness meanwhile. */
const mostDelay_ms = 2_000

const tables = ['bookings', 'ledger_accounts', 'parks', 'sessions'] as const
type Table = (typeof tables)[number]

interface Answer {
  status: number
  duration_ms: number
  /** Of a refusal: its code, and whether it says when to come back. */
  code?: string | undefined
  says_when?: boolean
}

interface Kind {
  name: string
  /** Tables without which it cannot be answered. */
  needs: readonly Table[]
  send: (base: string, n: number) => Promise<Answer>
}

const production = await startProduction()
const agent = new Agent({ keepAlive: false })

const get = (address: string, token?: string) =>
  new Promise<Answer>((resolve) => {
    const sent_ms = performance.now()
    const headers = {
      accept: address.includes('/api/') ? 'application/json' : 'text/html',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    request(address, { agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.once('end', () => resolve(describe(response.statusCode!, response.headers, text, sent_ms)))
    })
      .once('error', (error) => resolve({ status: 0, duration_ms: performance.now() - sent_ms, code: error.message }))
      .end()
  })

function describe(status: number, headers: Readonly<Record<string, unknown>>, text: string, sent_ms: number): Answer {
  const duration_ms = performance.now() - sent_ms
  if (status < 400) return { status, duration_ms }
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? (text.includes('<html') ? 'page' : undefined)
  return { status, duration_ms, code, says_when: headers['retry-after'] !== undefined }
}

const change = async (sending: () => Promise<Response>): Promise<Answer> => {
  const sent_ms = performance.now()
  try {
    const response = await sending()
    return describe(response.status, Object.fromEntries(response.headers), await response.text(), sent_ms)
  } catch (error) {
    return { status: 0, duration_ms: performance.now() - sent_ms, code: (error as Error).name }
  }
}

const windowOf = (crowd: Crowd, n: number) => {
  const { park_id, start_time, end_time } = bookingOf(crowd, n)
  return { park_id, start_time, end_time }
}

const format = (durations: readonly number[]): string => {
  const sorted = durations.toSorted((a, b) => a - b)
  return `${sorted[Math.floor(sorted.length / 2)]!.toFixed(0)} / ${sorted.at(-1)!.toFixed(0)} ms`
}

try {
  const servers: RunningServer[] = []
  for (let n = 0; n < 2; n += 1) {
    servers.push(await launchServer(production, { RATE_LIMITS: 'off', TRUST_PROXY: '1', OVERLOAD_MS: '0' }))
    await waitForServer(servers[n]!)
  }
  const crowd = await gatherCrowd(production, servers[0]!.address, 100)
  const park = crowd.parks[0]!
  const signedIn = (name: string, needs: readonly Table[], path: string): Kind => ({
    name,
    needs,
    send: (base, n) => get(`${base}/api/v1${path}`, crowd.tokens[n % crowd.tokens.length]),
  })
  const open = (name: string, needs: readonly Table[], path: string): Kind => ({
    name,
    needs,
    send: (base) => get(base + path),
  })
  const kinds: readonly Kind[] = [
    open('readiness', [], '/health/ready'),
    open('home page', [], '/'),
    open('page of the terms', [], '/terms'),
    open('page of a park', ['parks'], `/park/${park.id}`),
    open('search', [], '/api/v1/parks/front/parks/?country=CA&size=20'),
    open('suggestions', [], '/api/v1/parks/front/suggest?q=tor'),
    open('a park', ['parks'], `/api/v1/front/parks/${park.id}`),
    signedIn('profile', ['sessions'], '/users/profile'),
    signedIn('vehicles', ['sessions'], '/user/vehicles/'),
    signedIn('bookings', ['sessions', 'bookings', 'parks'], '/bookings/list'),
    signedIn('wallet', ['sessions', 'ledger_accounts'], '/wallet'),
    {
      name: 'quote',
      needs: ['sessions', 'parks'],
      send: (base, n) =>
        change(() =>
          sendAs(crowd, n, `${base}/api/v1/bookings/quote`, { key: randomUUID(), body: windowOf(crowd, n) }),
        ),
    },
    {
      name: 'booking',
      needs: ['sessions', 'bookings', 'ledger_accounts', 'parks'],
      send: (base, n) => change(() => bookAs(crowd, base, n)),
    },
    {
      name: 'top-up',
      // A new row needs the tables of its foreign keys, also where they are null.
      needs: ['sessions', 'ledger_accounts', 'bookings'],
      send: (base, n) =>
        change(() =>
          sendAs(crowd, n, `${base}/api/v1/wallet/add-funds`, {
            key: randomUUID(),
            body: { amount: 25, currency: 'CAD' },
          }),
        ),
    },
  ]

  let sent = 0
  let answers = new Map<Kind, Answer[]>()
  const pending = new Set<Promise<void>>()
  const sendNext = () => {
    const n = sent++
    const kind = kinds[n % kinds.length]!
    const turn = Math.floor(n / kinds.length)
    const into = answers
    const work = kind.send(servers[turn % servers.length]!.address, turn).then((answer) => {
      into.set(kind, [...(into.get(kind) ?? []), answer])
    })
    pending.add(work)
    void work.finally(() => pending.delete(work))
  }
  /** Sends for so long, while `during` runs, and waits for all answers. */
  const sendFor = async (seconds: number, during?: () => Promise<void>): Promise<Map<Kind, Answer[]>> => {
    answers = new Map()
    const [started_ms, before] = [performance.now(), sent]
    // Catches up after a busy moment, so that the rate holds.
    const clock = setInterval(() => {
      while (sent - before < ((performance.now() - started_ms) / 1_000) * perSecond) sendNext()
    }, 10)
    await Promise.all([wait(seconds * 1_000), during?.()])
    clearInterval(clock)
    await Promise.all(pending)
    return answers
  }

  console.info(`PostgreSQL ${production.postgres_version}; two servers, ${perSecond} requests a second`)
  await sendFor(10)
  const usual = await sendFor(10)
  for (const [kind, found] of usual) {
    const wrong = found.filter(({ status }) => status >= 400 || status === 0)
    if (wrong.length > 0) throw new Error(`${kind.name} fails without any lock: ${JSON.stringify(wrong[0])}`)
  }
  const slowest = (found: readonly Answer[]) => Math.max(...found.map(({ duration_ms }) => duration_ms))
  const problems: string[] = []
  const admin = new pg.Client({ connectionString: production.secrets['DATABASE_URL'] })
  await admin.connect()
  for (let round = 1; round <= rounds; round += 1)
    for (const table of tables) {
      console.info(`\nround ${round}: ${table} locked for ${locked_s} s`)
      const during = await sendFor(locked_s, async () => {
        await admin.query(`begin; lock table ${table} in access exclusive mode`)
        await wait(locked_s * 1_000)
        await admin.query('rollback')
      })
      for (const kind of kinds) {
        const found = during.get(kind) ?? []
        const good = found.filter(({ status }) => status > 0 && status < 400)
        const refused = found.filter(
          ({ status, code, says_when }) => status === 503 && says_when === true && code !== undefined,
        )
        const needed = kind.needs.includes(table)
        const failed = found.filter((answer) => !good.includes(answer) && !(needed && refused.includes(answer)))
        const extra_ms = slowest(found) - Math.max(slowest(usual.get(kind)!), slowest(during.get(kinds[0]!)!))
        if (failed.length > 0) problems.push(`${table}: ${kind.name}: ${failed.length} × ${JSON.stringify(failed[0])}`)
        if (!needed && extra_ms > mostDelay_ms)
          problems.push(`${table}: ${kind.name} took ${extra_ms.toFixed(0)} ms too long`)
        const codes = [...new Set(refused.map(({ code }) => code))].join(', ')
        console.info(
          [
            `${needed ? 'needs it ' : '         '} ${kind.name.padEnd(18)} ${String(good.length).padStart(3)} answered`,
            good.length > 0 ? ` (${format(good.map(({ duration_ms }) => duration_ms))})` : '',
            refused.length > 0
              ? `, ${refused.length} × 503 ${codes} (${format(refused.map(({ duration_ms }) => duration_ms))})`
              : '',
          ].join(''),
        )
      }
      await sendFor(recovery_s)
      const after = await sendFor(5)
      for (const [kind, found] of after) {
        const wrong = found.filter(({ status }) => status >= 400 || status === 0)
        if (wrong.length > 0)
          problems.push(`after ${table}: ${kind.name}: ${wrong.length} × ${JSON.stringify(wrong[0])}`)
      }
    }
  await admin.end()
  console.info(problems.length === 0 ? '\nNobody else noticed.' : `\n${problems.join('\n')}`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  agent.destroy()
  await production.close()
}
