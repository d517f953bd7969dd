import { sql, type RawBuilder } from 'kysely'
import { refundBearers } from '#contract/bookings/desk/booking-answer.ts'
import { vehicleCategories, vehicleUses } from '#contract/documents/document-rules.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { countryCodes, placeKinds } from '#contract/geography.ts'
import { orderTypes } from '#contract/orders/order-states.ts'
import { isPermission } from '#contract/permissions.ts'
import { listGrants, shippedRoles } from '#contract/shipped-roles.ts'
import { transact } from '#server/database/transact.ts'
import { createLogin } from '#server/features/accounts/login/sessions.ts'
import { changes } from '#server/http/mount.ts'
import { loadEndpoints } from './contract.ts'
import { inTurn, rounds, takeTurns } from './rounds.ts'
import type { World } from './world.ts'

/** An answer takes milliseconds: what takes this long on the most loaded machine never ends. */
const longest_ms = 120_000
/** At most this many rows of a kind are asked for. */
const mostRows = 3 * rounds

type Values = Readonly<Record<string, string>>
/** Path parameters, with the account to which the row belongs. */
interface Instance {
  params: Values
  owner?: string
}

/** The calls of a path parameter’s rows, by the beginning of the path; `owner` is the account that may see the row. */
const rowsOf: readonly (readonly [path: string, rows: RawBuilder<Record<string, string | null>>])[] = [
  [
    '/bookings/{bookingCode}',
    sql`select booking_code as "bookingCode", user_id as owner from bookings order by id desc`,
  ],
  ['/bookings/{id}', sql`select id, user_id as owner from bookings order by id desc`],
  [
    '/documents/{id}/files/{file_id}',
    sql`select request_id as id, f.id as file_id, r.user_id as owner from document_files f join document_requests r on r.id = request_id order by f.id desc`,
  ],
  ['/documents/{id}', sql`select id, user_id as owner from document_requests order by id desc`],
  [
    '/orders/{id}/photos/{photo_id}',
    sql`select order_id as id, p.id as photo_id, o.user_id as owner from order_photos p join orders o on o.id = order_id order by p.id desc`,
  ],
  ['/orders/{id}', sql`select id, user_id as owner from orders where user_id is not null order by id desc`],
  ['/front/branches/{slug}', sql`select slug from branches order by id desc`],
  ['/front/events/{event_code}', sql`select event_code from events order by id desc`],
  ['/front/parks/{parkId}', sql`select id as "parkId" from parks order by id desc`],
  ['/front/photos/{photo_id}', sql`select id as photo_id from park_photos order by id desc`],
  ['/front/pictures/{picture_id}', sql`select id as picture_id from pictures order by id desc`],
  ['/guard/parks/{code}', sql`select park_code as code from parks order by id desc`],
  ['/marketplace/items/{id}', sql`select id from items order by id desc`],
  ['/wallet/payments/{reference}', sql`select reference from top_ups order by id desc`],
  [
    '/admin/documents/{id}/files/{file_id}',
    sql`select request_id as id, id as file_id from document_files order by id desc`,
  ],
  ['/admin/notes/{list}/{id}', sql`select 'online-orders' as list, id from orders order by id desc`],
  [
    '/admin/online-orders/{id}/photos/{photo_id}',
    sql`select order_id as id, id as photo_id from order_photos order by id desc`,
  ],
  [
    '/admin/parks/{id}/closures/{closure_id}/bookings',
    sql`select p.park_id as id, c.id::text as closure_id from pool_closures c join pools p on p.park_id = c.park_id order by c.id desc`,
  ],
  ['/admin/pages/{id}/versions/{number}', sql`select name as id, number::text from page_text_versions order by name`],
  ['/admin/people/{id}', sql`select id from users order by id desc`],
]

/** Values of path parameters that are not in a table. */
const known: Readonly<Record<string, readonly string[]>> = {
  month: ['2026-10', '2026-11'],
  page: ['about', 'press'],
  token: ['x'.repeat(32)],
  kind: placeKinds,
  slug: ['toronto'],
}

const [from, to] = ['2026-11-21T18:00:00Z', '2026-11-21T20:00:00Z']
/** Required queries, and those that answer something else. */
const queriesOf = (
  path: string,
  { branches, parks }: Record<'branches' | 'parks', readonly string[]>,
): readonly Values[] => {
  const found = (
    {
      '/admin/bookings/{id}/refund': refundBearers.map((bearer) => ({ cause: 'goodwill', bearer })),
      '/admin/online-orders/{id}/refund': [{ amount: '1' }],
      '/admin/search': ['test', 'example', '2026'].map((q) => ({ q })),
      '/admin/report-schedules': [{ report: 'reports/sales' }],
      '/admin/views': [{ list: 'bookings' }],
      '/announcements': [{ place: 'desk' }, { place: 'gate' }],
      '/bookings/{id}/preview': [{ action: 'cancel' }, { action: 'extend' }, { action: 'renew' }],
      '/cart/slots': orderTypes.map((order_type) => ({ order_type })),
      '/documents/fees': vehicleCategories.flatMap((category) =>
        vehicleUses.map((use) => ({ state: 'LA', category, use, engine_cc: '1800' })),
      ),
      '/documents/{id}/preview': [{ action: 'cancel' }],
      '/orders/{id}/preview': [{ action: 'cancel' }],
      '/front/branches/{slug}/slots': orderTypes.map((order_type) => ({ order_type })),
      '/front/city-prices': countryCodes.map((country) => ({ country })),
      '/front/figures': countryCodes.map((country) => ({ country })),
      '/front/parks/{parkId}': [{}, { start_time: from, end_time: to }],
      '/front/parks/{parkId}/availability': [{ from, to }],
      '/front/parks/{parkId}/other-times': [{ start_time: from, end_time: to }],
      '/marketplace/categories': branches.map((branch) => ({ branch })),
      '/marketplace/items': branches.map((branch) => ({ branch, size: '100' })),
      '/marketplace/items/{id}': branches.map((branch) => ({ branch })),
      '/marketplace/offers': branches.map((branch) => ({ branch })),
      '/parks/front/chosen': [{ ids: parks.join(',') }],
      '/parks/front/map': ['2', '14'].map((zoom) => ({ bbox: '-130,-10,20,60', zoom })),
      '/parks/front/parks/': [{ size: '100' }, { size: '100', start_time: from, end_time: to }],
      '/parks/front/suggest': [{ q: 'test' }],
      '/parks/front/suggest/known': countryCodes.map((country) => ({ country })),
      '/places/destinations': countryCodes.map((country) => ({ country })),
      '/wallet/gateway': countryCodes.map((country) => ({ country })),
    } as Record<string, readonly Values[]>
  )[path]
  return found ?? [{}]
}

interface Walk {
  /** Tokens of more accounts that ask, by what they are called. */
  also?: Readonly<Record<string, string>>
  /** Sees each answer. */
  look?: (answer: { url: string; who: string; status: number; text: string }) => void
  /** One in so many endpoints is asked in every way, in turn; all of them without it. */
  share?: number
  /** The other endpoints are asked once, by one reader, unless they are skipped. */
  skipsOthers?: boolean
}

/**
 * Asks every GET for the rows there are, as every kind of account and as the rows’ owners; of the roles of staff and
 * partners, some in turn. `readers` are enough where the rows matter and not who asks: others are not asked, nor are these
 * where they have no permission to read.
 */
export async function callEveryGet(
  world: World,
  readers?: readonly string[],
  { also = {}, look, share = 1, skipsOthers = false }: Walk = {},
): Promise<{ failed: string[]; unanswered: string[]; count: number }> {
  const endpoints = (await loadEndpoints()).filter(
    // Those that note who reads refuse in read-only mode.
    (endpoint) => endpoint.method === 'GET' && !(world.deps.read_only.isOn && changes(endpoint)),
  )
  const { rows: branches } = await sql<{ slug: string }>`select slug from branches order by id desc limit 8`.execute(
    world.db,
  )
  const { rows: parks } = await sql<{ id: string }>`select id from parks order by id desc limit 20`.execute(world.db)
  const answered = new Set<Endpoint>()
  const failed: string[] = []
  let count = 0
  const tokens = new Map<string, string | undefined>([['nobody', undefined], ...Object.entries(also)])
  for (const { code } of shippedRoles)
    tokens.set(code, (await world.buildDriver({ role: code, balance_minor: 10_000n })).token)
  tokens.set('partner of one', (await world.buildDriver({ role: 'partner', partner: 'Test partner' })).token)

  const ask = async (endpoint: Endpoint, params: Values, query: Values, who: string, language = 'en') => {
    const token = tokens.get(who)
    const url = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? 'x'))
    const headers = {
      'accept-language': language,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    // A stream that breaks off fails here: its answer has begun.
    const answer = await world.app
      .inject({ method: 'GET', url, query: { ...query }, headers, signal: AbortSignal.timeout(longest_ms) })
      .catch((error: Error) => ({ statusCode: 500, body: error.message, json: () => error.message }))
    count += 1
    look?.({ url: `${url}?${new URLSearchParams(query)}`, who, status: answer.statusCode, text: answer.body })
    if (answer.statusCode === 200) answered.add(endpoint)
    if (answer.statusCode >= 500)
      failed.push(`${url}?${new URLSearchParams(query).toString()} as ${who}: ${answer.statusCode}`)
    return answer
  }
  const logIn = async (user_id: string) => {
    if (!tokens.has(user_id))
      tokens.set(
        user_id,
        await transact(world.db, async (tx) => {
          const login = await createLogin(tx, user_id, {
            caller: { ip: '127.0.0.1', user_agent: undefined },
            language: 'en',
            now: world.clock.now,
          })
          return login.token
        }).catch(() => undefined),
      )
    return user_id
  }
  const everyone = [...tokens.keys()].filter((who) => readers?.includes(who) ?? true)
  const forEveryone = ['admin', ...(readers === undefined ? ['staff'] : []), 'partner of one']
  const granted = new Map<string, readonly string[]>(shippedRoles.map((role) => [role.code, listGrants(role)]))
  const always = ['nobody', 'customer', 'admin']
  const takeOthers = inTurn(
    everyone.filter((who) => !always.includes(who)),
    3,
  )
  const askersOf = ({ auth }: Endpoint) => {
    if (readers === undefined) return [...always, ...takeOthers()]
    return isPermission(auth) ? everyone.filter((who) => granted.get(who)?.includes(auth) === true) : everyone
  }
  const { rows: owners } = await sql<{ id: string }>`
    select id from users where email not like 'driver-%' order by id desc limit 4`.execute(world.db)

  const isWhole = takeTurns(share)
  for (const endpoint of endpoints) {
    const askers = askersOf(endpoint)
    const path = endpoint.path.replace('/api/v1', '')
    const queries = queriesOf(path, { branches: branches.map(({ slug }) => slug), parks: parks.map(({ id }) => id) })
    if (!isWhole()) {
      if (skipsOthers) continue
      const [first] = path.includes('{') ? await findInstances(world, endpoint, ask) : [{ params: {} } as Instance]
      const reader = isPermission(endpoint.auth) ? 'admin' : (Object.keys(also)[0] ?? 'admin')
      if (first !== undefined)
        await ask(endpoint, first.params, queries[0]!, first.owner === undefined ? reader : await logIn(first.owner))
      continue
    }
    if (!path.includes('{')) {
      const isList =
        endpoint.query !== undefined && 'size' in ((endpoint.query._zod.def as { shape?: object }).shape ?? {})
      for (const query of queries) {
        const whole = isList ? { size: '100', ...query } : query
        for (const who of askers) await ask(endpoint, {}, whole, who)
        await ask(endpoint, {}, whole, 'admin', 'fr')
        if (endpoint.auth === 'customer' || endpoint.auth === 'optional')
          for (const { id } of owners) await ask(endpoint, {}, whole, await logIn(id))
      }
      if (isList && path.startsWith('/admin/'))
        for (const format of ['csv', 'xlsx']) await ask(endpoint, {}, { format }, 'admin')
      continue
    }
    for (const { params, owner } of await findInstances(world, endpoint, ask))
      for (const query of queries)
        for (const who of owner === undefined ? forEveryone : [await logIn(owner)])
          await ask(endpoint, params, query, who)
    for (const who of askers) await ask(endpoint, {}, queries[0]!, who)
  }
  // Rows have their own addresses, of which the demo has only some.
  const unanswered = endpoints
    .filter((endpoint) => !answered.has(endpoint) && !endpoint.path.includes('{'))
    .map(({ path }) => path)
  return { failed, unanswered, count }
}

/** What can stand in the path: rows of the tables, or of the desk’s list of that name. */
async function findInstances(
  world: World,
  endpoint: Endpoint,
  ask: (
    endpoint: Endpoint,
    params: Values,
    query: Values,
    who: string,
  ) => Promise<{ statusCode: number; json(): unknown }>,
): Promise<Instance[]> {
  const path = endpoint.path.replace('/api/v1', '')
  const ofTable = rowsOf.find(([beginning]) => path.startsWith(beginning))
  if (ofTable !== undefined) {
    const { rows } = await sql<
      Record<string, string>
    >`select * from (${ofTable[1]}) as found limit ${mostRows}`.execute(world.db)
    return rows.map(({ owner, ...params }) => ({
      params: { ...params, ...others(path, params) },
      ...(owner === undefined || owner === null ? {} : { owner }),
    }))
  }
  const list =
    /^\/(?:admin|staff)\/[\w-]+(?=\/\{id\})/.exec(path)?.[0] ?? (path.startsWith('/posts/') ? '/posts' : undefined)
  if (list === undefined) return combine(path).map((params) => ({ params }))
  const answer = await ask({ ...endpoint, path: `/api/v1${list}` }, {}, { size: '100' }, 'admin')
  if (answer.statusCode !== 200) return []
  const { items } = answer.json() as { items: { id: string }[] }
  return items.slice(0, mostRows).map(({ id }) => ({ params: { id, ...others(path, { id }) } }))
}

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
const others = (path: string, params: Values): Values =>
  Object.fromEntries(namesIn(path).flatMap((name) => (name in params ? [] : [[name, known[name]?.[0] ?? 'x']])))
const combine = (path: string): Values[] =>
  namesIn(path).reduce<Values[]>(
    (all, name) => all.flatMap((values) => (known[name] ?? ['x']).map((value) => ({ ...values, [name]: value }))),
    [{}],
  )
