import { inspect } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVehicle } from '#contract/vehicles/vehicles.ts'
import { maskingLog } from '#server/http/log-options.ts'
import { LogWriter, standardOutput } from '#server/http/log-writer.ts'
import { loadEndpoints } from '#test/kits/contract.ts'
import { takeTurns } from '#test/kits/rounds.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

/** What identifies a person or grants access, as a marked value each. */
const marked = {
  name: 'Zebulonmark',
  email: 'zebulonmark@marked.example',
  phone: '+2348012345670',
  plate: 'MRK-739ZQ',
  token: 'markedtoken7391',
  code: 'MARKCODE73',
  ip: '203.0.113.173',
  password: 'Marked-pass-7391',
}
const values = [...Object.values(marked), '8012345670', 'marked.example', 'MRK739ZQ']

let world: World
let driver: Driver
const lines: string[] = []
beforeAll(async () => {
  standardOutput.write = (line) => void lines.push(line)
  const write = (...parts: unknown[]) => void lines.push(parts.map((part) => inspect(part)).join(' '))
  world = await createWorld({
    engine: 'server',
    settings: { LOG_LEVEL: 'info', TRUST_PROXY: '1' },
    log: maskingLog({ info: write, warn: write, error: write }),
  })
  await logIn()
}, 120_000)
afterAll(async () => {
  await world.close()
  standardOutput.write = LogWriter.prototype.write
})

/** Signs a marked person in, at first and after a call that ended the session. */
async function logIn(): Promise<void> {
  driver = await world.buildDriver({ role: 'admin' })
  await world.db
    .updateTable('users')
    .set({ email: `away-${driver.user_id}@test.example` })
    .where('email', '=', marked.email)
    .execute()
  await world.db
    .updateTable('users')
    .set({ first_name: marked.name, last_name: marked.name, email: marked.email })
    .where('id', '=', driver.user_id)
    .execute()
}

/** Fields that bodies name, each with the marked value of its kind. */
const body = {
  ...marked,
  first_name: marked.name,
  last_name: marked.name,
  email_address: marked.email,
  phone_number: marked.phone,
  vehicle_plate: marked.plate,
  plate_number: marked.plate,
  search: marked.email,
  booking_code: marked.code,
  message: `${marked.name} ${marked.email}`,
}
const headers = () => ({
  authorization: `Bearer ${driver.token}`,
  'x-forwarded-for': marked.ip,
  'user-agent': marked.name,
})

/** Calls every fourth endpoint with marked values in its path, query and body. */
async function callEndpoints(): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const hasTurn = takeTurns(4)
  for (const { method, path } of (await loadEndpoints()).filter(() => hasTurn()))
    for (const value of [marked.code, crypto.randomUUID()]) {
      const { statusCode } = await world.app
        .inject({
          method,
          url: path.replaceAll(/\{\w+\}/g, value),
          query: { q: marked.name, email: marked.email, token: marked.token, search: marked.plate },
          headers: headers(),
          ...(method === 'GET' ? {} : { payload: body }),
        })
        // A stream that breaks off.
        .catch(() => ({ statusCode: 500 }))
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      if (statusCode === 401) await logIn()
    }
  return statuses
}

const findLeaks = () => lines.filter((line) => values.some((value) => line.includes(value)))

test('every call, accepted and refused, leaves nothing of a person in the log', { timeout: 300_000 }, async () => {
  const statuses = await callEndpoints()
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 404, 422]))
  const vehicle = { plate: marked.plate, vehicle_type_id: 1, name: marked.name }
  await world.call(createVehicle, { body: vehicle, token: driver.token, headers: { 'x-forwarded-for': marked.ip } })
  for (const path of [
    `/share/${marked.token}`,
    `/booking-details/${marked.code}?token=${marked.token}`,
    `/${marked.name}`,
  ])
    await world.app.inject({ url: path, headers: headers() })
  for (const payload of [`{"email": "${marked.email}"`, `email=${marked.email}`])
    await world.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { ...headers(), 'content-type': 'application/json' },
      payload,
    })
  expect(lines.length).toBeGreaterThan(250)
  expect(findLeaks()).toEqual([])
})

test('neither do calls that crash', { timeout: 300_000 }, async () => {
  lines.length = 0
  // The session is found, and then most statements fail with their parameters.
  for (const table of [
    'parks',
    'bookings',
    'orders',
    'vehicles',
    'ledger_accounts',
    'mails',
    'leads',
    'carts',
    'events',
  ])
    await sql`alter table ${sql.id(table)} rename to ${sql.id(`${table}_away`)}`.execute(world.db)
  const statuses = await callEndpoints()
  expect(statuses.get(500) ?? 0).toBeGreaterThan(10)
  expect(lines.filter((line) => line.includes('unforeseen error')).length).toBeGreaterThan(10)
  expect(findLeaks()).toEqual([])
})
