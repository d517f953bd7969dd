import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/documents/desk/document-requests.ts'
import { findInspectionTimes } from '#contract/documents/desk/inspection-times.ts'
import { createDocumentRequest, getDocumentRequest, quoteDocumentRequest } from '#contract/documents/documents.ts'
import { newId } from '#server/database/ids.ts'
import { buildCentre } from '#test/kits/inspection-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

/** What can be done with any request that nobody has taken and that is not over. */
const assignable = ['take', 'assign']

let world: World
let staff: Driver
let customer: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.now = new Date('2026-11-23T07:30:00Z')
  customer = await world.buildDriver({ country_code: 'NG' })
  await world.db.deleteFrom('document_fees').where('source', '=', 'Test').execute()
})

const form = {
  state: 'LA' as const,
  plate: 'ABC-123DE',
  category: 'saloon' as const,
  use: 'private' as const,
  make: 'Toyota',
  model: 'Corolla',
  year: 2018,
  colour: 'Silver',
  engine_cc: 1_800,
  chassis_number: '2HGFC2F59JH512345',
  engine_number: 'R18Z112345',
  owner_name: 'Ada Obi',
  owner_address: '1 Broad Street, Lagos',
  owner_phone: '+234 801 234 5678',
  owner_email: 'ada@example.com',
  held: [],
  documents: [{ kind: 'road_worthiness' as const, term_months: null }],
  handover: 'pickup' as const,
  delivery_address: null,
}

const enterFee = (part: string) =>
  world.db
    .insertInto('document_fees')
    .values({
      id: newId(),
      state_id: null,
      kind: 'road_worthiness',
      part,
      category: null,
      use: null,
      engine_from_cc: null,
      engine_to_cc: null,
      term_months: null,
      amount_minor: 500_000n,
      valid_from: '2026-01-01',
      valid_to: null,
      source: 'Test',
      observed_on: '2026-11-20',
      entered_by: null,
      created_at: world.clock.now,
    })
    .execute()

async function sendRequest(): Promise<string> {
  const { body } = await world.call(createDocumentRequest, { token: customer.token, body: form })
  const sent = await world.call(quoteDocumentRequest, { token: customer.token, params: { id: body.id } })
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.problem))
  return body.id
}
const setStatus = (id: string, status: string) =>
  world.db.updateTable('document_requests').set({ status }).where('id', '=', id).execute()
const read = async (id: string) =>
  (await world.call(contract.getDeskDocument, { token: staff.token, params: { id } })).body
const mailsOf = async () =>
  (
    await world.db
      .selectFrom('mails')
      .select('subject')
      .where('to_address', '=', customer.email)
      .orderBy('id')
      .execute()
  ).map(({ subject }) => subject)

test('a request with an unknown fee waits in the queue until staff can quote it', async () => {
  const id = await sendRequest()
  const waiting = await read(id)
  expect(waiting).toMatchObject({
    status: 'draft',
    actions: ['quote', 'remove', ...assignable],
    chassis_number: '2HGFC2F59JH512345',
  })
  expect(waiting.missing_fees).toEqual([
    { kind: 'road_worthiness', part: 'government' },
    { kind: 'road_worthiness', part: 'service' },
  ])
  const quote = () => world.call(contract.quoteDocuments, { token: staff.token, params: { id } })
  expect(outcomeOf(await quote())).toBe('409 fees_unknown')
  await enterFee('government')
  expect((await read(id)).missing_fees).toEqual([{ kind: 'road_worthiness', part: 'service' }])
  await enterFee('service')
  const { body: quoted } = await quote()
  expect(quoted).toMatchObject({ status: 'quoted', missing_fees: [], actions: ['remove', ...assignable] })
  expect(quoted.total!.amount).toBeGreaterThan(10_000)
  expect(quoted.history[0]).toMatchObject({ to: 'quoted', actor: 'staff' })
  expect(await mailsOf()).toContain('Your quote for ABC-123DE')
  expect(outcomeOf(await quote())).toBe('409 document_state')
})

test('the queue shows what was sent, without chassis and engine numbers', async () => {
  await world.call(createDocumentRequest, { token: customer.token, body: form })
  const id = await sendRequest()
  const { body } = await world.call(contract.documentList.endpoint, {
    token: staff.token,
    query: { customer: customer.user_id },
  })
  expect(body.items).toMatchObject([
    { id, plate: 'ABC-123DE', state: 'LA', kinds: ['road_worthiness'], vehicle: 'Toyota Corolla' },
  ])
  expect(JSON.stringify(body)).not.toContain('2HGFC2F59JH512345')
  const { id: own } = (await world.call(createDocumentRequest, { token: customer.token, body: form })).body
  expect(outcomeOf(await world.call(contract.getDeskDocument, { token: staff.token, params: { id: own } }))).toBe(
    '404 document_not_found',
  )
})

test('asks for something missing in words, which the customer gets', async () => {
  const id = await sendRequest()
  const ask = (reason: string) =>
    world.call(contract.askForMissing, { token: staff.token, params: { id }, body: { reason } })
  expect(outcomeOf(await ask('Too early'))).toBe('409 document_state')
  await setStatus(id, 'document_review')
  expect(outcomeOf(await ask(''))).toBe('422 validation_failed reason')
  const { body } = await ask('A photo of the licence, please')
  expect(body).toMatchObject({ status: 'action_required', actions: ['cancel', ...assignable] })
  const own = await world.call(getDocumentRequest, { token: customer.token, params: { id } })
  expect(own.body.stages.at(-1)).toMatchObject({ status: 'action_required', reason: 'A photo of the licence, please' })
  expect(await mailsOf()).toContain('We need something from you: ABC-123DE')
  const log = await world.db.selectFrom('audit_log').select(['action', 'after']).where('record_id', '=', id).execute()
  expect(log).toEqual([
    { action: 'askForMissing', after: { status: 'action_required', reason: 'A photo of the licence, please' } },
  ])
})

test('books an inspection at a centre of the state', async () => {
  const id = await sendRequest()
  await setStatus(id, 'document_review')
  const book = (centre_id: string, starts_at = '2026-11-24T08:00:00Z') =>
    world.call(contract.bookInspection, { token: staff.token, params: { id }, body: { centre_id, starts_at } })
  expect(outcomeOf(await book(await buildCentre(world, { state: 'KN' })))).toBe('409 appointment_gone')
  const centre = await buildCentre(world, { capacity_per_hour: 1 })
  expect(outcomeOf(await book(centre, '2026-11-24T20:00:00Z'))).toBe('409 appointment_gone')
  const { body } = await book(centre)
  expect(body).toMatchObject({
    status: 'inspection_booked',
    centre: 'Ikeja',
    appointment_at: '2026-11-24T08:00:00.000Z',
    actions: ['pass', 'fail', 'cancel', ...assignable],
  })
  expect(await mailsOf()).toContain('Your inspection of ABC-123DE is booked')
  const other = await sendRequest()
  await setStatus(other, 'document_review')
  const taken = await world.call(contract.bookInspection, {
    token: staff.token,
    params: { id: other },
    body: { centre_id: centre, starts_at: '2026-11-24T08:00:00Z' },
  })
  expect(outcomeOf(taken)).toBe('409 appointment_full')
  expect((await read(other)).status).toBe('document_review')
  // What is full is not offered, nor where another state inspects.
  const times = (request: string, token = staff.token) =>
    world.call(findInspectionTimes, { token, params: { id: request }, query: { day: '2026-11-24' } })
  const left = (await times(other)).body
  expect([left.fee, left.centres.map(({ centre: { id: of } }) => of)]).toEqual([null, [centre]])
  const hours = left.centres[0]!.times.map(({ starts_at }) => starts_at)
  expect(hours).toEqual(['07', '09', '10', '11'].map((hour) => `2026-11-24T${hour}:00:00.000Z`))
  expect(outcomeOf(await times(id))).toBe('409 document_state')
  expect((await times(other, customer.token)).status).toBe(403)
})

test('is for people who may see documents alone', async () => {
  const id = await sendRequest()
  const manager = await world.buildDriver({ role: 'branch_manager' })
  for (const { token } of [manager, customer])
    expect((await world.call(contract.getDeskDocument, { token, params: { id } })).status).toBe(403)
})
