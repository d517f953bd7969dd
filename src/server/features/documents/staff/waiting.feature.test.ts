import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getDashboard } from '#contract/desk/dashboard.ts'
import * as contract from '#contract/documents/desk/document-requests.ts'
import { visitList } from '#contract/documents/desk/inspection-centres.ts'
import { updateDocumentRequest, changeDocumentStatus, deleteDocumentRequest } from '#contract/documents/documents.ts'
import { listNotices } from '#contract/notifications/desk.ts'
import { insurance, buildPaidRequest, runAsStaff, worthiness } from '#test/kits/desk/staff-documents-kit.ts'
import { completeForm, buildFees, buildDocumentQuote } from '#test/kits/document-kit.ts'
import { buildCentre } from '#test/kits/inspection-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let staff: Driver
let customer: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
  await buildFees(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  // The lists compare with the database's own clock.
  world.clock.now = new Date(Math.floor(Date.now() / 1000) * 1000)
  await world.db.deleteFrom('staff_notices').execute()
  await world.db.updateTable('document_requests').set({ status: 'delivered', waiting_since: null }).execute()
  customer = await world.buildDriver({ country_code: 'NG', balance_minor: 50_000_000n })
})

const bell = async ({ token }: Driver = staff) => {
  const { body } = await world.call(listNotices, { token })
  return { unread: body.unread, titles: body.items.map(({ title }) => title.replace(/: .*/, '')) }
}
const waiting = async () =>
  (await world.call(contract.documentList.endpoint, { token: staff.token, query: { waiting: 'true' } })).body.items.map(
    ({ id }) => id,
  )
const figure = async (person: Driver) =>
  (await world.call(getDashboard, { token: person.token, query: {} })).body.figures.find(
    ({ name }) => name === 'documents_waiting',
  )

test('what is paid and what is answered is in the bell of those who work on requests, until somebody does', async () => {
  const id = await buildPaidRequest(world, customer, [insurance])
  expect(await bell()).toEqual({ unread: 1, titles: ['Documents to check'] })
  const { body } = await world.call(listNotices, { token: staff.token })
  expect(body.items[0]!.path).toBe(`documents/${id}`)
  await runAsStaff(world, staff, contract.askForMissing, id, { reason: 'A photo of your licence' })
  expect((await bell()).unread).toBe(0)
  // Notices of the same instant have no order.
  world.clock.advance(1)
  const query = { status: 'document_review' } as const
  await world.call(changeDocumentStatus, { token: customer.token, params: { id }, query, body: { note: 'Lost' } })
  expect(await bell()).toEqual({ unread: 1, titles: ['Answer to check', 'Documents to check'] })
  await runAsStaff(world, staff, contract.submitDocuments, id, { agency_receipt: null })
  expect((await bell()).unread).toBe(0)
  const { count } = await world.db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('subject', 'like', '%to check%')
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(0)
})

test('a request whose customer cancels it is nobody’s to look at', async () => {
  const id = await buildPaidRequest(world, customer, [insurance])
  await world.call(changeDocumentStatus, { token: customer.token, params: { id }, query: { status: 'cancelled' } })
  expect((await bell()).unread).toBe(0)
})

test('a request without a fee is in the bell, the queue and the dashboard', async () => {
  const { id } = await buildDocumentQuote(world, customer, { ...completeForm, category: 'truck', use: 'commercial' })
  expect(await bell()).toEqual({ unread: 1, titles: ['Fee missing'] })
  expect(await waiting()).toEqual([id])
  expect(await figure(staff)).toMatchObject({ value: 1, previous: null, list: 'documents?waiting=true' })
})

test('a request without a fee that its customer changes or deletes is nobody’s to look at', async () => {
  const form = { ...completeForm, category: 'truck', use: 'commercial' } as const
  const { token } = customer
  const changed = await buildDocumentQuote(world, customer, form)
  const deleted = await buildDocumentQuote(world, customer, form)
  expect((await bell()).unread).toBe(2)
  const body = { colour: 'Blue', version: changed.version }
  await world.call(updateDocumentRequest, { token, params: { id: changed.id }, body })
  expect((await bell()).unread).toBe(1)
  await world.call(deleteDocumentRequest, { token, params: { id: deleted.id } })
  expect((await bell()).unread).toBe(0)
})

test('the figure counts what the queue lists, for those who may see it', async () => {
  const first = await buildPaidRequest(world, customer, [insurance])
  const second = await buildPaidRequest(world, customer, [insurance])
  await world.db
    .updateTable('document_requests')
    .set({ updated_at: new Date(world.clock.now.getTime() - 3 * 86_400_000) })
    .where('id', '=', second)
    .execute()
  expect(await waiting()).toEqual([second, first])
  expect(await figure(staff)).toMatchObject({ value: 2 })
  await runAsStaff(world, staff, contract.submitDocuments, second, { agency_receipt: null })
  expect(await figure(staff)).toMatchObject({ value: 1 })
  const operator = await world.buildDriver({ role: 'partner', partner: 'An operator', country_code: 'NG' })
  expect(await figure(operator)).toBeUndefined()
})

test('the appointments of a centre name who comes, and lead to the request', async () => {
  const id = await buildPaidRequest(world, customer, [worthiness])
  const centre_id = await buildCentre(world, { opening_hours: 'Mo-Su 00:00-24:00' })
  const next = new Date(Math.ceil(world.clock.now.getTime() / 3_600_000) * 3_600_000 + 3_600_000)
  await runAsStaff(world, staff, contract.bookInspection, id, { centre_id, starts_at: next.toISOString() })
  const read = async (state: 'coming' | 'undecided') =>
    (await world.call(visitList.endpoint, { token: staff.token, query: { centre: centre_id, state } })).body.items
  expect(await read('coming')).toMatchObject([
    { request: id, plate: 'KJA-123AA', starts_at: next.toISOString(), centre: 'Ikeja', phone: '+2348031234567' },
  ])
  expect(await waiting()).toEqual([])
  // Once the hour is over, its outcome is missing.
  const past = new Date(world.clock.now.getTime() - 2 * 3_600_000)
  await world.db.insertInto('inspection_slots').values({ centre_id, starts_at: past, cap: 1, used: 1 }).execute()
  await world.db.updateTable('inspection_appointments').set({ starts_at: past }).where('request_id', '=', id).execute()
  expect(await read('undecided')).toMatchObject([{ request: id }])
  expect(await waiting()).toEqual([id])
  expect((await world.call(visitList.endpoint, { token: customer.token, query: {} })).status).toBe(403)
})
