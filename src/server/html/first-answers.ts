import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Language } from '#contract/places.ts'
import type { PageKey } from '#contract/pages.ts'
import type { Requested } from '#server/html/plain.ts'

/*
 * What a page will ask first, answered in its HTML: a phone far from the server waits once and not twice. A call that the
 * page makes otherwise than is foretold here is made as ever.
 */

const quarter_ms = 15 * 60_000
/** The length of a window that nobody has chosen: as the pages take it. */
const usual_ms = 120 * 60_000

type Params = Record<string, string | number | undefined>

const addressOf = (path: string, params: Params): string =>
  `${path}?${new URLSearchParams(
    Object.entries(params).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )}`

const written = (at_ms: number): string => new Date(at_ms).toISOString().replace('.000Z', 'Z')

/** The window that an address asks for; undefined where the page will make another one of it. */
function windowOf({ query, deps }: Requested): Params | undefined {
  const running_ms = Math.floor(deps.clock().getTime() / quarter_ms) * quarter_ms
  const [start, end] = [query.get('start'), query.get('end')]
  const from_ms = start === null ? running_ms : Date.parse(start)
  const to_ms = end === null ? from_ms + usual_ms : Date.parse(end)
  const isWhole = [from_ms, to_ms].every((at_ms) => at_ms % quarter_ms === 0)
  const vehicle = query.get('vehicle') ?? '1'
  if (!isWhole || from_ms < running_ms || to_ms <= from_ms || !/^\d{1,3}$/.test(vehicle)) return undefined
  return { start_time: written(from_ms), end_time: written(to_ms), vehicle_type_id: vehicle }
}

const vehicleTypes = '/api/v1/vehicles/public'

const park = (asked: Requested): string[] => {
  const window = windowOf(asked)
  const path = `/api/v1/front/parks/${encodeURIComponent(asked.params['slug'] ?? '')}`
  return window === undefined ? [vehicleTypes] : [addressOf(path, window), vehicleTypes]
}

const calls: Partial<Record<PageKey, (asked: Requested) => string[]>> = { checkout: park }

/** The first answers of a page by their addresses, as each call would be answered; what fails is left out. */
export async function answersOf(
  app: FastifyInstance,
  request: FastifyRequest,
  key: PageKey,
  asked: Requested,
): Promise<Record<string, unknown>> {
  const addresses = calls[key]?.(asked) ?? []
  const answers = await Promise.all(addresses.map((address) => ask(app, request, asked.language, address)))
  return Object.fromEntries(
    addresses.flatMap((address, n) => (answers[n] === undefined ? [] : [[address, answers[n]]])),
  )
}

async function ask(app: FastifyInstance, request: FastifyRequest, language: Language, url: string): Promise<unknown> {
  const headers = { accept: 'application/json', 'accept-language': language }
  const answer = await app.inject({ url, headers, remoteAddress: request.ip })
  return answer.statusCode === 200 ? answer.json() : undefined
}
