import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/documents/desk/document-requests.ts'
import { listNotices } from '#contract/notifications/desk.ts'
import { newId } from '#server/database/ids.ts'
import { buildPaidRequest, insurance, runAsStaff } from '#test/kits/desk/staff-documents-kit.ts'
import { buildFees } from '#test/kits/document-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let ada: Driver
let bola: Driver
let customer: Driver
beforeAll(async () => {
  world = await createWorld()
  ada = await world.buildDriver({ role: 'staff' })
  bola = await world.buildDriver({ role: 'staff' })
  await buildFees(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.now = new Date(Math.floor(Date.now() / 1000) * 1000)
  await world.db.updateTable('document_requests').set({ status: 'delivered', waiting_since: null }).execute()
  customer = await world.buildDriver({ country_code: 'NG', balance_minor: 50_000_000n })
})

const build = () => buildPaidRequest(world, customer, [insurance])
const read = async (id: string) =>
  (await world.call(contract.getDeskDocument, { token: ada.token, params: { id } })).body
const next = async ({ token }: Driver, after?: string) =>
  (await world.call(contract.takeNextDocuments, { token, body: { ...(after !== undefined && { after }) } })).body.id
const list = async (query: Record<string, string>) =>
  (await world.call(contract.documentList.endpoint, { token: ada.token, query: query as never })).body.items.map(
    ({ id }) => id,
  )

test('a request is taken by one person, given to a colleague, who is told, and released', async () => {
  const id = await build()
  expect(await read(id)).toMatchObject({ assigned_to: null, actions: expect.arrayContaining(['take', 'assign']) })
  expect(await list({ waiting: 'true', unassigned: 'true' })).toEqual([id])
  expect((await runAsStaff(world, ada, contract.takeDocuments, id)).body.assigned_id).toBe(ada.user_id)
  expect(outcomeOf(await runAsStaff(world, bola, contract.takeDocuments, id))).toBe('409 document_taken')
  expect((await runAsStaff(world, ada, contract.takeDocuments, id)).status).toBe(200)
  expect(await list({ waiting: 'true', unassigned: 'true' })).toEqual([])
  expect(await list({ waiting: 'true', assigned: ada.email })).toEqual([id])
  const { colleagues } = await read(id)
  expect(colleagues.map(({ value }) => value)).toEqual(expect.arrayContaining([ada.user_id, bola.user_id]))
  for (const colleague of [customer.user_id, newId()])
    expect(outcomeOf(await runAsStaff(world, ada, contract.assignDocuments, id, { colleague }))).toBe(
      '422 validation_failed colleague',
    )
  await runAsStaff(world, ada, contract.assignDocuments, id, { colleague: bola.user_id })
  expect(await list({ waiting: 'true', assigned: ada.email })).toEqual([])
  const notices = (await world.call(listNotices, { token: bola.token })).body.items
  const notice = { kind: 'documents_assigned', path: `documents/${id}` }
  expect(notices).toContainEqual(expect.objectContaining(notice))
  expect((await runAsStaff(world, bola, contract.releaseDocuments, id)).body).toMatchObject({ assigned_to: null })
  expect((await world.call(contract.takeDocuments, { token: customer.token, params: { id } })).status).toBe(403)
})

test('the next is the one that has waited longest and is nobody’s or one’s own', async () => {
  const first = await build()
  world.clock.advance(5)
  const second = await build()
  expect(await next(ada)).toBe(first)
  expect(await next(bola)).toBe(second)
  expect(await next(ada)).toBe(first)
  expect(await next(ada, first)).toBeNull()
  await runAsStaff(world, bola, contract.releaseDocuments, second)
  expect(await next(ada, first)).toBe(second)
  // Who passes over several is led on, and back to the first after the last.
  world.clock.advance(5)
  const third = await build()
  expect(await next(ada, second)).toBe(third)
  expect(await next(ada, third)).toBe(first)
  for (const id of [second, third]) await runAsStaff(world, ada, contract.releaseDocuments, id)
  // What was somebody's who has left is nobody's.
  await world.db.updateTable('users').set({ disabled_at: world.clock.now }).where('id', '=', ada.user_id).execute()
  expect(await next(bola)).toBe(first)
  await world.db.updateTable('users').set({ disabled_at: null }).where('id', '=', ada.user_id).execute()
})

test('two people who ask for the next at once get different ones', async () => {
  for (let n = 0; n < 3; n += 1) await build()
  const taken = await Promise.all([next(ada), next(bola)])
  expect(new Set(taken).size).toBe(2)
})
