import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { exampleRequests, writeExampleRequests } from '#server/features/demo/document-requests.ts'
import { writeExampleDocuments } from '#server/features/demo/documents.ts'
import { writeExampleEvents } from '#server/features/demo/events.ts'
import { applyDemoOverlay } from '#server/features/demo/overlay.ts'
import { writeExamplePromos } from '#server/features/demo/promos.ts'
import { writeExampleOrders } from '#server/features/demo/shop-orders.ts'
import { writeExampleShop } from '#server/features/demo/shop.ts'
import { storeReadOnly } from '#server/read-only.ts'
import { buildMissingRows, listEdges, readEdgeTables, buildEdgeRows } from '#test/kits/edge-rows.ts'
import { callEveryGet } from '#test/kits/every-get.ts'
import { rounds } from '#test/kits/rounds.ts'
import { createWorld, type World } from '#test/kits/world.ts'

const now = '2026-11-21T15:00:00.000Z'
const settings = { DEMO_DATA: 'on' }
/** One in so many endpoints is asked in every way. */
const share = 4
/** Who asks where it matters less who it is. */
const readers = ['nobody', 'customer', 'admin', 'guard']

/** A database with the demo's data, to which nobody is connected. */
let demo: string
/** The same, with rows in the tables that the demo leaves empty. */
let filled: string

beforeAll(async () => {
  demo = await prepare(undefined, writeDemo)
  filled = await prepare(demo, async ({ db }) => {
    await buildMissingRows(db, await readEdgeTables(db), 4)
  })
}, 300_000)

/** Writes to a copy of a database; returns the copy's name. */
async function prepare(template: string | undefined, write: (world: World) => Promise<void>): Promise<string> {
  const world = await createWorld({ settings, keeps_database: true, ...(template === undefined ? {} : { template }) })
  world.clock.now = new Date(now)
  await write(world)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
  await world.close()
  return rows[0]!.name
}

async function writeDemo({ db, deps, clock, buildPark }: World): Promise<void> {
  for (const country_code of ['CA', 'NG', 'SN', 'US'] as const)
    for (const partner of [null, 'Test partner']) await buildPark({ country_code, partner })
  await applyDemoOverlay(db, clock.now)
  await writeExamplePromos(db, clock.now)
  await writeExampleEvents(db, clock.now)
  await writeExampleShop(db, clock.now)
  await writeExampleDocuments(db, clock.now)
  await sql`
    insert into branch_parks (branch_id, park_id)
    select b.id, p.id from branches b join parks p on p.country_id = b.country_id on conflict do nothing`.execute(db)
  await writeExampleRequests(deps, exampleRequests.count)
  await writeExampleOrders(deps, 60)
}

async function openWorld(template: string, more: Parameters<typeof createWorld>[0] = {}): Promise<World> {
  const world = await createWorld({ settings, template, ...more })
  onTestFinished(() => world.close())
  world.clock.now = new Date(now)
  return world
}

test('every GET answers the demo’s data, whoever asks', { timeout: 600_000 }, async () => {
  const { failed, unanswered, count } = await callEveryGet(await openWorld(demo), undefined, { share })
  expect(failed).toEqual([])
  // Nobody's cart has anything in it, and nobody has a shift.
  expect(unanswered.toSorted()).toEqual([
    '/api/v1/cart/slots',
    '/api/v1/counter',
    '/api/v1/pos/catalogue',
    '/api/v1/pos/orders',
    '/api/v1/pos/parked',
    '/api/v1/pos/parks',
  ])
  expect(count).toBeGreaterThan(700)
})

test('every GET answers in read-only mode, over connections that refuse changes', { timeout: 600_000 }, async () => {
  const world = await openWorld(demo, { engine: 'server', follows_read_only: true })
  const { deps } = world
  // Made at their first use.
  for (const url of ['/api/v1/push/key', '/api/v1/passes/keys']) await world.app.inject({ url })
  await storeReadOnly(world.db, { reason: 'test', since: now })
  await deps.read_only.look(deps)
  await expect(sql`update users set first_name = 'Eve'`.execute(deps.db)).rejects.toMatchObject({ code: '25006' })
  const { failed, count } = await callEveryGet(world, readers, { share, skipsOthers: true })
  expect(failed).toEqual([])
  expect(count).toBeGreaterThan(200)
  // The refusal was our own: the database itself takes changes.
  expect(deps.read_only.state?.cause).toBe('operator')
})

/** Each round has other rows at other edges. */
test.each(Array.from({ length: rounds }, (_, round) => round))(
  'every GET answers rows at the edges of what the tables allow, round %i',
  { timeout: 600_000 },
  async (round) => {
    const copy = await prepare(filled, async ({ db }) => {
      const tables = await readEdgeTables(db)
      const reached = await buildEdgeRows(db, tables, round)
      expect(reached.size / listEdges(tables).length).toBeGreaterThan(0.6)
    })
    const { failed } = await callEveryGet(await openWorld(copy), readers, { share, skipsOthers: true })
    expect(failed).toEqual([])
  },
)
