import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookOwnInspection, findInspections } from '#contract/documents/document-inspections.ts'
import { changeDocumentStatus } from '#contract/documents/documents.ts'
import { asStaff, buildFees, insuranceOnly, buildDocumentQuote, payQuote } from '#test/kits/document-kit.ts'
import { buildCentre } from '#test/kits/inspection-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { endAppointment } from '../inspections/appointments.ts'
import { changeRequestStatus } from './effects.ts'

let world: World
let driver: Driver
let centre_id: string
beforeAll(async () => {
  world = await createWorld()
  driver = await world.buildDriver({ country_code: 'NG', balance_minor: 50_000_000n })
  await buildFees(world)
  centre_id = await buildCentre(world, { capacity_per_hour: 1 })
  await buildCentre(world, { state: 'OG', name: 'Abeokuta' })
})
afterAll(() => world.close())

// A Monday; the test's clock starts on the Saturday before.
const day = '2026-11-23'
const starts_at = '2026-11-23T08:00:00.000Z'
const find = (id: string, query: object = { day }) =>
  world.call(findInspections, { token: driver.token, params: { id }, query })
const book = (id: string, body: object = { centre_id, starts_at }) =>
  world.call(bookOwnInspection, { token: driver.token, params: { id }, body })
async function newPaid(form = {}) {
  const quote = await buildDocumentQuote(world, driver, form)
  await payQuote(world, driver, quote)
  return quote.id
}

test('an inspection is booked at a centre of the state, and given back when the request is cancelled', async () => {
  const id = await newPaid()
  const { body: free } = await find(id)
  expect(free.centres.map(({ centre, times }) => [centre.id, times.length])).toEqual([[centre_id, 5]])
  expect((await find(id, {})).body.centres[0]!.times).toEqual([])
  const { body } = await book(id)
  expect([body.status, body.can.book, body.can.cancel]).toEqual(['inspection_booked', false, true])
  expect((await find(id)).body).toMatchObject({
    appointments: [{ starts_at, status: 'booked', centre: { id: centre_id } }],
    centres: [],
  })
  const second = await newPaid()
  expect((await find(second)).body.centres[0]!.times.map((time) => time.starts_at)).not.toContain(starts_at)
  expect((await book(second)).problem.code).toBe('appointment_full')
  expect((await book(second, { centre_id, starts_at: '2026-11-23T08:30:00Z' })).problem.code).toBe('appointment_gone')
  const cancelled = await world.call(changeDocumentStatus, {
    token: driver.token,
    params: { id },
    query: { status: 'cancelled' },
  })
  expect(cancelled.body.status).toBe('refunded')
  expect((await book(second)).body.status).toBe('inspection_booked')
  await world.expectBalancedLedger()
})

test('after one that failed another is booked, and none where no inspection is needed', async () => {
  const id = await newPaid()
  await book(id, { centre_id, starts_at: '2026-11-23T09:00:00Z' })
  await asStaff(world, id, async (tx, row, entry) => {
    await changeRequestStatus(tx, world.deps, row, { ...entry, to: 'inspection_failed' })
    await endAppointment(tx, id, 'failed', entry.at)
  })
  const again = await book(id, { centre_id, starts_at: '2026-11-24T09:00:00Z' })
  expect(again.body.stages.map(({ status }) => status).slice(-3)).toEqual([
    'inspection_booked',
    'inspection_failed',
    'inspection_booked',
  ])
  expect((await find(id)).body.appointments.map(({ status }) => status)).toEqual(['booked', 'failed'])
  const insured = await newPaid(insuranceOnly)
  expect((await book(insured, { centre_id, starts_at: '2026-11-25T09:00:00Z' })).problem.code).toBe('document_state')
  const other = await world.buildDriver({ country_code: 'NG' })
  expect((await world.call(findInspections, { token: other.token, params: { id }, query: {} })).status).toBe(404)
})
