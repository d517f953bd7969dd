import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { findFreePort } from '#test/kits/postgres.ts'
import { databaseUrlOf } from '#test/kits/server-process.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { openServer, type Database, type Tx } from './connect.ts'
import { OutcomeUnknown } from './errors.ts'
import { openDatabase } from './open.ts'
import { transact } from './transact.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** A connection to the world's database through a wire that is cut when `word` was sent, before the answer comes back. */
async function openThroughWire(word: string, cuts: number): Promise<Database & { count: () => number }> {
  const url = new URL(await databaseUrlOf(world))
  const port = Number(url.port)
  let cut = 0
  const sockets = new Set<Socket>()
  const wire = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
    server.pipe(client)
    client.on('data', (bytes) => {
      if (cut < cuts && bytes.toString('latin1').includes(word)) {
        cut += 1
        server.unpipe(client)
        server.write(bytes)
        client.destroy()
        // The server ends the transaction before it notices that nobody listens.
        server.end()
      } else server.write(bytes)
    })
    client.on('close', () => server.end())
  })
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  url.host = `127.0.0.1:${(wire.address() as AddressInfo).port}`
  const database = await openServer(url.href, 2)
  onTestFinished(async () => {
    await database.close()
    for (const socket of sockets) socket.destroy()
    wire.close()
  })
  return { ...database, count: () => cut }
}

const write = (key: string) => async (tx: Tx) => {
  const { rows } = await sql<{ key: string }>`insert into settings (key, value) values (${key}, '1')
    on conflict do nothing returning key`.execute(tx)
  return rows.length === 1 ? 'stored now' : 'stored before'
}
const isStored = async (key: string) =>
  (await world.db.selectFrom('settings').select('key').where('key', '=', key).execute()).length === 1

test('a transaction is tried again when the connection is lost before its commit', async () => {
  const database = await openThroughWire('insert into settings', 2)
  expect(await transact(database.db, write('lost before'))).toBe('stored now')
  expect(database.count()).toBe(2)
})

test('what was being committed is not done twice: it is unknown, or found by its key', async () => {
  const unkeyed = await openThroughWire('commit', 1)
  await expect(transact(unkeyed.db, write('unkeyed'))).rejects.toBeInstanceOf(OutcomeUnknown)
  await expect.poll(() => isStored('unkeyed')).toBe(true)
  const keyed = await openThroughWire('commit', 1)
  expect(await transact(keyed.db, write('keyed'), { is_keyed: true })).toBe('stored before')
  expect(keyed.count()).toBe(1)
})

test('a refused change of a standby closes every connection that was opened before', async () => {
  const database = await openServer(await databaseUrlOf(world), 2)
  onTestFinished(() => database.close())
  const idsOf = async () => {
    const ids = new Set<number>()
    const read = async (db: Pick<Tx, 'getExecutor'>) => {
      const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id, pg_sleep(0.1)`.execute(db)
      ids.add(rows[0]!.id)
    }
    await Promise.all([read(database.db), read(database.db)])
    return ids
  }
  const before = await idsOf()
  expect(before.size).toBe(2)
  const refused = database.db.transaction().execute(async (tx) => {
    await sql`set transaction read only`.execute(tx)
    await write('never')(tx)
  })
  await expect(refused).rejects.toMatchObject({ code: '25006' })
  const after = await idsOf()
  expect([...after].filter((id) => before.has(id))).toEqual([])
  expect(await transact(database.db, write('successor'))).toBe('stored now')
})

test('connections have the limits of their work, and the name', async () => {
  const url = await databaseUrlOf(world)
  const read = async (work: 'requests' | 'jobs' | 'commands') => {
    const database = await openServer(url, 1, { work })
    const { rows } = await sql<Record<string, string>>`select current_setting('application_name') as name,
      current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as pause`.execute(database.db)
    await database.close()
    return rows[0]
  }
  expect(await read('requests')).toEqual({ name: 'parkwell requests', statement: '20s', lock: '5s', pause: '30s' })
  expect(await read('jobs')).toEqual({ name: 'parkwell jobs', statement: '5min', lock: '5s', pause: '1min' })
  expect(await read('commands')).toEqual({ name: 'parkwell commands', statement: '0', lock: '0', pause: '0' })
})

test('a server that starts while the database is away says so, and goes on once it is there', async () => {
  const url = new URL(await databaseUrlOf(world))
  const [port, own] = [Number(url.port), await findFreePort()]
  url.host = `127.0.0.1:${own}`
  const lines: string[] = []
  const log = { ...console, warn: (line: string) => void lines.push(line) }
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: url.href })
  const opening = openDatabase(config, { log, prepare: async () => undefined })
  await expect.poll(() => lines).toEqual([expect.stringMatching(/^waiting for the database: .*ECONNREFUSED/)])
  const wire = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    for (const socket of [client, server]) socket.on('error', () => undefined)
    client.pipe(server).pipe(client)
  })
  await new Promise<void>((resolve) => wire.listen(own, '127.0.0.1', resolve))
  onTestFinished(() => void wire.close())
  const database = await opening
  onTestFinished(() => database.close())
  await database.probe()
  expect(lines.length).toBe(1)
})
