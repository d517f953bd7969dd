import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentStates } from '#contract/documents/document-states.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { examplePlans } from './document-plans.ts'
import { writeExampleRequests } from './document-requests.ts'
import { writeExampleDocuments } from './documents.ts'
import { resetDemo } from './reset.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await writeExampleDocuments(world.db, world.clock.now)
})
afterAll(() => world.close())

const readRequests = async () => {
  const { rows } = await sql<{ status: string; is_waiting: boolean; facts: string }>`
    select status, waiting_since is not null as is_waiting, concat_ws(' ', status, plate, total_minor, updated_at) as facts
    from document_requests where is_example order by created_at, plate`.execute(world.db)
  return rows
}

const readTrail = () =>
  world.db.selectFrom('audit_log').select(['action', 'role', 'kind', 'permission']).orderBy('at').execute()

test('example requests in every state by the commands themselves, the same after each reset', async () => {
  const count = examplePlans.length
  expect(await writeExampleRequests(world.deps, count)).toBe(count)
  // Nothing more once all are there.
  expect(await writeExampleRequests(world.deps, 1)).toBe(count)
  const requests = await readRequests()
  expect(requests).toHaveLength(count)
  const states = new Set(requests.map(({ status }) => status))
  // A paid request is being checked at once.
  expect(documentStates.filter((state) => !states.has(state))).toEqual(['paid'])
  expect(requests.filter(({ is_waiting }) => is_waiting)).toHaveLength(1)
  await world.expectBalancedLedger()
  const { rows } = await sql<{ late: number; mails: number; notices: number; own: number }>`
    select (select count(*)::int from document_history where at > ${world.clock.now}) as late,
      (select count(*)::int from mails) as mails,
      (select count(*)::int from staff_notices where read_at is null) as notices,
      (select count(*)::int from document_requests r join users u on u.id = r.user_id where u.email like 'admin.demo@%') as own`.execute(
    world.db,
  )
  expect(rows[0]).toEqual({ late: 0, mails: 0, notices: 0, own: 6 })
  // What staff did stands in the audit log, as after their calls.
  const trail = await readTrail()
  expect([...new Set(trail.map(({ action }) => action))].toSorted()).toEqual([
    'askForMissing',
    'cancelDocuments',
    'dispatchDocuments',
    'enterResult',
    'failInspection',
    'handOverDocuments',
    'offerPickup',
    'passInspection',
    'refundDocuments',
    'submitDocuments',
  ])
  for (const entry of trail) expect(entry).toMatchObject({ role: 'staff', kind: 'document_request' })
  await resetDemo(world.deps)
  expect(await readRequests()).toEqual([])
  expect(await readTrail()).toEqual([])
  await writeExampleRequests(world.deps, count)
  expect(await readRequests()).toEqual(requests)
})

test('leaves out the requests whose fees the desk has ended', async () => {
  await resetDemo(world.deps)
  await sql`delete from document_fees f using states s where f.state_id = s.id and s.code = 'NG-LA'`.execute(world.db)
  const count = examplePlans.length
  expect(await writeExampleRequests(world.deps, count)).toBe(count)
  const requests = await readRequests()
  const inLagos = examplePlans.filter(({ state, to }) => state === 'LA' && to !== 'draft')
  expect(requests).toHaveLength(count - inLagos.length)
  await world.expectBalancedLedger()
})
