import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Endpoint } from '#contract/endpoint.ts'
import { loadEndpoints } from '#test/kits/contract.ts'
import { option, printMachine, printTable, startBench, startServerProcess } from './lib.ts'
import { buildPast, buildTown } from './town.ts'

/*
 * Posts hostile files, bodies and texts to a server and prints the longest block of its event loop. Each group of calls is
 * sent in several rounds, and the shortest of its longest blocks counts: a block of the call repeats, one by other load on
 * the machine does not. `--beside FOLDER` asks the server of another checkout.
 */

const rounds = option('rounds', 3)
const folder = process.argv.includes('--beside') ? process.argv[process.argv.indexOf('--beside') + 1] : undefined

interface Call {
  name: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: Buffer | string
}
/** Calls that are sent at the same time. */
type Group = Call[]

const mib = 1024 * 1024
const json = { 'content-type': 'application/json' }
const bearer = (driver: number) => ({ authorization: `Bearer bench-${driver}` })
const repeat = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / Buffer.byteLength(text)))

function multipart(parts: readonly [head: string, content: Buffer | string][]) {
  const boundary = 'hostile'
  const body = Buffer.concat([
    ...parts.flatMap(([head, content]) => [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
}

const application = JSON.stringify({
  name: 'Ada',
  email: 'ada@example.com',
  took_ms: 9_000,
  work: 'All',
  message: 'Hi',
})
const sendApplication = (name: string, parts: [string, Buffer | string][]): Call => ({
  name,
  method: 'POST',
  path: '/api/v1/leads/career',
  ...multipart(parts),
})
const sendFile = (name: string, content: Buffer | string) =>
  sendApplication(name, [
    ['name="fields"', application],
    ['name="file"; filename="cv.pdf"', content],
  ])

function packPdf(unit: string, bytes = 19 * mib): Buffer {
  const packed = deflateSync(repeat(unit, bytes))
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n4 0 obj\n<< /Type /ObjStm /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF'),
  ])
}
const plainPdf = (text: string) => `%PDF-1.7\n1 0 obj\n${text}\nendobj\nstartxref\n9\n%%EOF`

const pdfs: Group[] = [
  ...['#41', '/JS %\n', '/S%', '<<'].map((unit) => [sendFile(`packed ${JSON.stringify(unit)}`, packPdf(unit))]),
  Array.from({ length: 10 }, () => sendFile('ten at once', packPdf('#41'))),
  ...['>>stream\n', '1 0 obj ', '%', '#4'].map((unit) => [
    sendFile(`full of ${JSON.stringify(unit)}`, plainPdf(repeat(unit, 4.9 * mib))),
  ]),
]

const forms: Group[] = [
  [
    sendApplication(
      '100,000 parts',
      Array.from({ length: 100_000 }, (_, n): [string, string] => [`name="f${n}"`, '']),
    ),
  ],
  [sendFile('almost boundaries', repeat('\r\n--hostil', 5 * mib))],
  [sendFile('carriage returns', repeat('\r', 5 * mib))],
  [sendApplication('a long header', [[`name="${repeat('a', mib)}"`, '']])],
  [
    {
      ...sendApplication('no part at all', []),
      body: Buffer.alloc(5 * mib, '-'),
    },
  ],
  [
    {
      name: '200,000 fields of an address',
      method: 'POST',
      path: '/help',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: repeat('a=%41&', mib),
    },
  ],
]

const booking = '/api/v1/bookings/OLD1'
const sendPhoto = (name: string, content: Buffer): Call => {
  const { headers, body } = multipart([['name="photo"; filename="a.jpg"', content]])
  return { name, method: 'PUT', path: `${booking}/cannot-park/photo`, headers: { ...headers, ...bearer(2) }, body }
}
const picture = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
const largePng = await picture(9_900).png().toBuffer()
const photos: Group[] = [
  [sendPhoto('98 million pixels', largePng)],
  Array.from({ length: 5 }, () => sendPhoto('five of them at once', largePng)),
  [sendPhoto('a bomb of 256 million pixels', await picture(16_000).png().toBuffer())],
  [sendPhoto('noise after the signature', Buffer.concat([Buffer.from('ffd8ff', 'hex'), randomBytes(4 * mib)]))],
]

const strings = {
  letters: 'a',
  spaces: ' ',
  addresses: 'a@a.',
  hosts: 'https://a.',
  digits: '1',
  accents: '\u0301\u0323',
  markdown: '[a](![*_`',
  lines: '\r\n>- ',
  invisible: '\u200b',
  numbers: '+1 (2) ',
}
const longJson = 0.95 * mib
const shapes: Record<string, string> = {
  'arrays in arrays': repeat('[', longJson),
  'objects in objects': repeat('{"a":', longJson),
  'closed arrays in arrays': repeat('[', longJson / 2) + repeat(']', longJson / 2),
  '90,000 names': `{${Array.from({ length: 90_000 }, (_, n) => `"${n}":0`).join()}}`,
  'one name 150,000 times': `{${repeat('"a":1,', longJson)}"a":1}`,
  'names of the prototype': `{${repeat('"__proto__":1,', longJson)}"a":1}`,
  'escaped names': `{${repeat(String.raw`"\u005f\u005fproto__":1,`, longJson)}"a":1}`,
  'a long number': `{"email":${repeat('9', longJson)}}`,
  'a long fraction': `{"email":0.${repeat('9', longJson)}e9}`,
  'numbers in a list': `{"email":[${repeat('1e9,', longJson)}1]}`,
  'an open string': `{"email":"${repeat(String.raw`\\`, longJson)}`,
}

const endpoints = await loadEndpoints()
const pathOf = ({ path }: Endpoint) => path.replaceAll(/\{\w+\}/g, 'OLD1')
const call = (endpoint: Endpoint, name: string, body: string): Group => [
  {
    name: `${endpoint.name}: ${name}`,
    method: endpoint.method,
    path: pathOf(endpoint),
    headers: { ...json, ...(endpoint.auth === 'none' ? {} : bearer(1)) },
    body,
  },
]
const withBody = endpoints.filter(({ body }) => body !== undefined)
const shapedBodies = ['logIn', 'sendContact', 'createBooking'].flatMap((name) =>
  Object.entries(shapes)
    .flatMap(([shape, text]) =>
      call(
        withBody.find((candidate) => candidate.name === name)!,
        shape,
        text,
      ),
    )
    .map((entry) => [entry]),
)
const fieldsOf = ({ body }: Endpoint): string[] =>
  Object.keys((body as unknown as { def?: { shape?: object } }).def?.shape ?? { a: 1 })
/** The longest text that reaches a schema; see `json.ts`. */
const maxText_chars = 19_000
const texts = withBody.flatMap((endpoint) =>
  Object.entries(strings).flatMap(([name, unit]) => {
    const fields = fieldsOf(endpoint)
    // Escaped characters take up to six bytes.
    const long = repeat(unit, (0.4 * mib) / fields.length)
    return [long, long.slice(0, maxText_chars)].map((text) =>
      call(
        endpoint,
        `${text.length} ${name}`,
        JSON.stringify(Object.fromEntries(fields.map((field) => [field, text]))),
      ),
    )
  }),
)

const maxUrl = 15_000
const searchPaths = [
  '/api/v1/parks/front/suggest?country=NG&q=',
  '/api/v1/parks/front/parks/?country=NG&search=',
  '/search?country=NG&q=',
]
const words = {
  ...strings,
  'short words': 'a b c ',
  'common words': 'lagos parking ',
  'almost words': 'lagoz parkign ',
  wildcards: '%_*',
  brackets: '((((a|',
}
const searches: Group[] = searchPaths.flatMap((path) =>
  Object.entries(words).flatMap(([name, unit]) =>
    [80, maxUrl].map((bytes) => [
      {
        name: `${path.split('?')[0]!} ${bytes} ${name}`,
        method: 'GET',
        path: path + encodeURIComponent(unit.repeat(bytes)).slice(0, bytes).replace(/%.?$/, ''),
      },
    ]),
  ),
)
const headers: Group[] = [
  ['accept-language', 'en;q=0.1,'],
  ['cookie', 'a=1; '],
  ['authorization', 'Bearer a'],
  ['accept-encoding', 'br, gzip;q=0.1, '],
  ['x-forwarded-for', '1.1.1.1, '],
  ['if-none-match', '"a", '],
  ['range', 'bytes=0-1,'],
].map(([name = '', unit = '']) => [
  {
    name,
    method: 'GET',
    path: '/api/v1/parks/front/suggest?country=NG&q=la',
    headers: { [name]: repeat(unit, 12_000).trim() },
  },
])

const csv = repeat('"a""b",=1+1,\n', 0.9 * mib)
const tables: Group[] = [
  call(
    withBody.find(({ name }) => name === 'sendContact')!,
    'as a text',
    JSON.stringify({ message: csv.slice(0, mib / 4) }),
  ),
  [
    {
      name: 'as a body',
      method: 'POST',
      path: '/api/v1/leads/contact',
      headers: { 'content-type': 'text/csv' },
      body: csv,
    },
  ],
  [sendFile('as a file', csv)],
]
const webhooks: Group[] = ['paystack', 'wave', 'stripe'].map((name) => [
  {
    name,
    method: 'POST',
    path: `/api/v1/webhooks/${name}`,
    headers: {
      ...json,
      'stripe-signature': repeat('t=1,v1=a,', 3_000),
      'wave-signature': repeat('t=1,v1=a,', 3_000),
    },
    body: shapes['90,000 names']!,
  },
])
const month = new Date().toISOString().slice(0, 7)
const read = (name: string, path: string): Call => ({ name, method: 'GET', path, headers: bearer(2) })
const documents: Group[] = [
  Array.from({ length: 10 }, () => read('ten receipts at once', `${booking}/receipt.pdf`)),
  Array.from({ length: 10 }, () => read('ten statements at once', `/api/v1/wallet/statements/${month}.pdf`)),
  Array.from({ length: 10 }, () => read('ten passes at once', `${booking}/pass.svg`)),
]

const kinds: Record<string, Group[]> = {
  'health (nothing hostile)': Array.from({ length: 10 }, () => [
    { name: 'health', method: 'GET', path: '/api/v1/health' },
  ]),
  PDF: pdfs,
  'multipart and URL-encoded forms': forms,
  photos,
  'JSON: deep, wide, long numbers': shapedBodies,
  'JSON: long texts, Markdown among them, in every field': texts,
  CSV: tables,
  'search texts': searches,
  headers,
  webhooks,
  'receipts, statements, passes': documents,
}

const bench = await startBench()
await buildTown(bench.database, 1)
await buildPast(bench.database, 1, 0, 3)
await sql`update users set role = 'staff' where email = 'driver-1@bench.example'`.execute(bench.database.db)
await sql`
  insert into cannot_park_reports (booking_id, user_id, reason, created_at) select id, user_id, 'blocked', now() from bookings`.execute(
  bench.database.db,
)

const { origin, child: server } = await startServerProcess(
  {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://127.0.0.1',
    DEMO_DATA: 'off',
    RATE_LIMITS: 'off',
    OVERLOAD_MS: '0',
    // Webhooks are read where a provider is set; none is asked.
    PAYSTACK_SECRET_KEY: 'sk_test_bench',
    PAYSTACK_URL: 'http://127.0.0.1:9',
    WAVE_API_KEY: 'wave_test_bench',
    WAVE_WEBHOOK_SECRET: 'bench',
    WAVE_URL: 'http://127.0.0.1:9',
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'bench',
    STRIPE_URL: 'http://127.0.0.1:9',
    DATABASE_URL: bench.url,
  },
  { words: ['--import', new URL('./loop-monitor.ts', import.meta.url).href], cwd: folder, ipc: true },
)

interface Block {
  clock_ms: number
  processor_ms: number
}
async function readLongestBlock(): Promise<Block> {
  const answer = once(server, 'message')
  server.send('read')
  const [block] = (await answer) as [Block]
  return block
}
const statuses = new Map<number, number>()
async function send({ method, path, headers, body }: Call): Promise<void> {
  const init = {
    method,
    headers: { connection: 'close', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  }
  const status = await fetch(origin + path, init).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    // The server closed the connection.
    () => 0,
  )
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
}

const rows: string[][] = []
for (const [kind, groups] of Object.entries(kinds)) {
  statuses.clear()
  // Warms up: workers start, code is compiled.
  for (const group of groups.slice(0, 3)) await Promise.all(group.map(send))
  const longest: (Block & { name: string })[] = []
  for (const group of groups) {
    const least: Block = { clock_ms: Infinity, processor_ms: Infinity }
    for (let round = 0; round < rounds && least.clock_ms > 10; round += 1) {
      await readLongestBlock()
      await Promise.all(group.map(send))
      const { clock_ms, processor_ms } = await readLongestBlock()
      least.clock_ms = Math.min(least.clock_ms, clock_ms)
      least.processor_ms = Math.min(least.processor_ms, processor_ms)
    }
    longest.push({ name: group[0]!.name, ...least })
  }
  const [worst, ...others] = longest.toSorted((a, b) => b.processor_ms - a.processor_ms)
  rows.push([
    kind,
    String(groups.flat().length),
    [...statuses.keys()].toSorted((a, b) => a - b).join(' '),
    worst!.processor_ms.toFixed(0),
    Math.max(...longest.map(({ clock_ms }) => clock_ms)).toFixed(0),
    worst!.name,
  ])
  for (const { name, processor_ms, clock_ms } of [worst!, ...others.slice(0, 3)])
    console.info(`${kind}: ${processor_ms.toFixed(0)} ms, ${clock_ms.toFixed(0)} ms by the clock (${name})`)
}
server.kill('SIGTERM')
await once(server, 'exit')

await printMachine(bench.database)
printTable(['hostile', 'calls', 'answers', 'longest block, ms of processor', 'by the clock', 'in'], rows)
await bench.stop()
process.exit(0)
