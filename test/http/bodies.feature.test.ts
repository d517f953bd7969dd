import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contentPages } from '#contract/pages.ts'
import { loadEndpoints } from '#test/kits/contract.ts'
import { inTurn, takeTurns } from '#test/kits/rounds.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

interface Body {
  payload?: string
  headers?: Record<string, string>
}
const bodies: readonly (readonly [name: string, body: Body])[] = [
  ['no body', {}],
  ['no body but a type', { headers: { 'content-type': 'application/json' } }],
  ['an empty body', { payload: '', headers: { 'content-type': 'application/json', 'content-length': '0' } }],
  ['an empty form', { payload: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['a form without a boundary', { payload: 'x', headers: { 'content-type': 'multipart/form-data' } }],
  ['a form without parts', { payload: '--x--\r\n', headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
  ['text', { payload: 'x', headers: { 'content-type': 'text/plain' } }],
  ['XML', { payload: '<a/>', headers: { 'content-type': 'application/xml' } }],
  ['bytes', { payload: 'x', headers: { 'content-type': 'application/octet-stream' } }],
  ['a type that is none', { payload: 'x', headers: { 'content-type': 'x' } }],
  ['JSON null', { payload: 'null', headers: { 'content-type': 'application/json' } }],
]

/** Of the form of an identifier, and of no row. */
const addressOf = ({ path }: Endpoint): string => path.replaceAll(/\{(\w+)\}/g, '019aa000-0000-7000-8000-000000000001')

test('every call answers a request whose body is missing, empty or of another type', { timeout: 300_000 }, async () => {
  const wrong: string[] = []
  const take = inTurn(bodies, 4)
  const hasTurn = takeTurns(3)
  const logIn = () => world.buildDriver({ role: 'admin', balance_minor: 1_000n })
  let { token } = await logIn()
  for (const endpoint of (await loadEndpoints()).filter(hasTurn)) {
    for (const [name, { payload, headers }] of take()) {
      const answer = await world.app.inject({
        method: endpoint.method,
        url: addressOf(endpoint),
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(payload === undefined ? {} : { payload }),
      })
      const { statusCode: status, body } = answer
      const isProblem = String(answer.headers['content-type']).startsWith('application/problem+json')
      const isClear = status < 400 || (isProblem && answer.json<{ message: string }>().message !== '')
      if (status >= 500 || !isClear) wrong.push(`${endpoint.name} with ${name}: ${status} ${body.slice(0, 120)}`)
      // It may have ended the session.
      if (status < 400 && endpoint.method !== 'GET') ({ token } = await logIn())
    }
  }
  expect(wrong).toEqual([])
})

test.each(bodies)('every page answers a form with %s', async (_name, { payload, headers }) => {
  const wrong: string[] = []
  for (const page of [...contentPages, 'marketplace/parts'])
    for (const site of ['same-origin', 'cross-site']) {
      const { statusCode, body } = await world.app.inject({
        method: 'POST',
        url: `/${page}`,
        headers: { 'sec-fetch-site': site, ...headers },
        ...(payload === undefined ? {} : { payload }),
      })
      if (statusCode < 400 || statusCode >= 500) wrong.push(`${page} ${site}: ${statusCode} ${body.slice(0, 120)}`)
    }
  expect(wrong).toEqual([])
})
