import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/documents/documents.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import { completeForm, buildFees, deleteDocuments, knownFees, buildDocumentQuote } from '#test/kits/document-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { expireQuotes, quoteWaitingRequests } from './quote.ts'

let world: World
let driver: Driver
let began: Date
beforeAll(async () => {
  world = await createWorld()
  began = world.clock.now
})
beforeEach(async () => {
  await deleteDocuments(world)
  world.clock.now = began
  driver = await world.buildDriver({ country_code: 'NG' })
})
afterAll(() => world.close())

const create = (body: object = {}, who = driver) =>
  world.call(contract.createDocumentRequest, { token: who.token, body })
const save = (id: string, body: object, who = driver) =>
  world.call(contract.updateDocumentRequest, { token: who.token, params: { id }, body })
const quote = (id: string, who = driver) =>
  world.call(contract.quoteDocumentRequest, { token: who.token, params: { id } })
const mails = async () =>
  (await world.db.selectFrom('mails').select(['subject', 'text']).orderBy('id').execute()).map(({ subject }) => subject)
const fieldsOf = ({ problem }: Awaited<ReturnType<typeof quote>>) => problem.errors?.map(({ field }) => field)

describe('a draft', () => {
  test('keeps what was typed, also unfinished, and what other fields had', async () => {
    const { body: draft, status } = await create({ plate: 'kja ', state: 'LA' })
    expect(status).toBe(201)
    const { body } = await save(draft.number, { version: 1, make: 'Toy', chassis_number: 'JTD' })
    expect(body.form).toMatchObject({ plate: 'kja ', state: 'LA', make: 'Toy', chassis_number: 'JTD', use: null })
    expect(body).toMatchObject({ status: 'draft', version: 2, lines: [], total: null, is_waiting: false })
    expect(body.can).toMatchObject({ edit: true, quote: true, reopen: false, pay: false, cancel: true, book: false })
  })

  test('is not overwritten by a page that has an older version', async () => {
    const { body: draft } = await create({ plate: 'KJA-1' })
    await save(draft.id, { version: 1, plate: 'KJA-2' })
    const late = await save(draft.id, { version: 1, plate: 'KJA-3' })
    expect([late.status, late.problem.code]).toEqual([409, 'changed_meanwhile'])
    const { body } = await world.call(contract.getDocumentRequest, { token: driver.token, params: { id: draft.id } })
    expect(body.form.plate).toBe('KJA-2')
  })

  test.each([
    [{ status: 'paid' }, 'status'],
    [{ total_minor: 1 }, 'total_minor'],
    [{ user_id: 'x' }, 'user_id'],
    [{ state: 'XX' }, 'state'],
    [{ make: 'a\u202eb' }, 'make'],
    [{ make: 'x'.repeat(41) }, 'make'],
    [{ year: 1.5 }, 'year'],
    [{ documents: [{ kind: 'passport', term_months: null }] }, 'documents.0.kind'],
    [{ held: Array.from({ length: 2 }, () => ({ kind: 'road_worthiness', expires_on: null })) }, 'held'],
  ])('refuses %j', async (body, field) => {
    const { status, problem } = await create(body)
    expect([status, problem.errors?.[0]?.field]).toEqual([422, field])
  })

  test('belongs to its account alone', async () => {
    const { body: draft } = await create({ plate: 'KJA-1' })
    const other = await world.buildDriver({ country_code: 'NG' })
    const params = { id: draft.number }
    const answers = [
      await world.call(contract.getDocumentRequest, { token: other.token, params }),
      await save(draft.id, { version: 1, plate: 'X' }, other),
      await quote(draft.id, other),
      await world.call(contract.previewDocumentRequest, { token: other.token, params, query: { action: 'cancel' } }),
      await world.call(contract.changeDocumentStatus, { token: other.token, params, query: { status: 'cancelled' } }),
      await world.call(contract.deleteDocumentRequest, { token: other.token, params }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await world.call(contract.listDocumentRequests, { token: other.token })).body.total).toBe(0)
    expect((await world.call(contract.listDocumentRequests, {})).status).toBe(401)
  })

  test('is begun at most ten times, once with each key, and deleted', async () => {
    const headers = { 'idempotency-key': 'one' }
    const first = await world.call(contract.createDocumentRequest, { token: driver.token, body: {}, headers })
    const again = await world.call(contract.createDocumentRequest, { token: driver.token, body: {}, headers })
    expect(again.body.id).toBe(first.body.id)
    for (let n = 0; n < 9; n += 1) await create()
    expect((await create()).problem.code).toBe('too_many_drafts')
    const params = { id: first.body.id }
    expect((await world.call(contract.deleteDocumentRequest, { token: driver.token, params })).status).toBe(204)
    expect((await create()).status).toBe(201)
  })
})

describe('a quote', () => {
  test('has every fee with its source and day, and tax on service and delivery alone', async () => {
    await buildFees(world)
    const body = await buildDocumentQuote(world, driver)
    expect(body.lines.map(({ kind, part, amount }) => [kind, part, amount.amount])).toEqual([
      ['vehicle_licence', 'government', 4_000],
      ['vehicle_licence', 'service', 2_000],
      ['road_worthiness', 'government', 6_000],
      ['road_worthiness', 'service', 2_500],
      ['third_party_insurance', 'insurer', 15_000],
      ['third_party_insurance', 'service', 1_000],
      [null, 'delivery', 3_000],
      // 413 on our service and 225 on the delivery.
      [null, 'tax', 638],
    ])
    expect(body).toMatchObject({
      status: 'quoted',
      total: { amount: 34_138, currency: 'NGN' },
      quote_expires_at: '2026-11-28T09:03:20.000Z',
      can: { edit: false, quote: false, reopen: true, pay: true, cancel: true },
    })
    expect(body.lines[0]).toMatchObject({ source: 'Licensing office, Ikeja', observed_on: '2026-11-01' })
    expect(await mails()).toEqual(['Your quote for KJA-123AA'])
  })

  test('waits as long as one fee is unknown, and is made once it is known', async () => {
    const { body: draft } = await create(completeForm)
    const { body } = await quote(draft.id)
    expect(body).toMatchObject({ status: 'draft', is_waiting: true, total: null, lines: [] })
    expect(body.can).toMatchObject({ pay: false, quote: false, edit: true })
    await buildFees(world, knownFees.slice(1))
    expect(await quoteWaitingRequests(world.deps)).toBe(0)
    await buildFees(world, knownFees.slice(0, 1))
    world.clock.advance(5)
    expect(await quoteWaitingRequests(world.deps)).toBe(1)
    expect(await quoteWaitingRequests(world.deps)).toBe(0)
    expect(await mails()).toEqual(['We’re checking the fees for KJA-123AA', 'Your quote for KJA-123AA'])
  })

  test('is no longer waited for once the draft was changed', async () => {
    const { body: draft } = await create(completeForm)
    const { version } = (await quote(draft.id)).body
    const { body } = await save(draft.id, { version, colour: 'Blue' })
    expect(body).toMatchObject({ is_waiting: false, can: { quote: true } })
    await buildFees(world)
    expect(await quoteWaitingRequests(world.deps)).toBe(0)
  })

  test('goes back to its customer if a document that it needs has expired while it waited', async () => {
    const held = [
      {
        kind: 'third_party_insurance' as const,
        expires_on: toNigerianDay(new Date(world.clock.now.getTime() + 86_400_000)),
      },
      { kind: 'road_worthiness' as const, expires_on: null },
    ]
    const { body: draft } = await create({
      ...completeForm,
      held,
      documents: [{ kind: 'vehicle_licence', term_months: 12 }],
    })
    expect((await quote(draft.id)).body.is_waiting).toBe(true)
    await buildFees(world)
    world.clock.advance(3 * 24 * 60)
    expect(await quoteWaitingRequests(world.deps)).toBe(0)
    const read = await world.call(contract.getDocumentRequest, { token: driver.token, params: { id: draft.id } })
    expect(read.body).toMatchObject({ status: 'draft', is_waiting: false, can: { quote: true } })
    expect((await mails()).at(-1)).toBe('Please check your request: KJA-123AA')
    expect((await quote(draft.id)).problem.errors).toMatchObject([{ field: 'documents' }])
    expect(await quoteWaitingRequests(world.deps)).toBe(0)
    expect(await mails()).toHaveLength(2)
  })

  test('expires after seven days, and is a draft again', async () => {
    await buildFees(world)
    const { id } = await buildDocumentQuote(world, driver)
    world.clock.advance(7 * 24 * 60 - 1)
    expect(await expireQuotes(world.deps)).toBe(0)
    world.clock.advance(1)
    expect(await expireQuotes(world.deps)).toBe(1)
    const { body } = await world.call(contract.getDocumentRequest, { token: driver.token, params: { id } })
    expect(body).toMatchObject({ status: 'draft', total: null, lines: [], form: completeForm })
    expect(await mails()).toEqual(['Your quote for KJA-123AA', 'Your quote for KJA-123AA has expired'])
  })

  test('is asked for once, even if it is sent twice', async () => {
    await buildFees(world)
    const { body: draft } = await create(completeForm)
    const answers = await Promise.all([quote(draft.id), quote(draft.id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await mails()).toHaveLength(1)
  })

  test('names each field that is missing', async () => {
    const { body: draft } = await create({ documents: [] })
    expect(fieldsOf(await quote(draft.id))!.toSorted()).toEqual(
      Object.keys(completeForm)
        .filter((field) => field !== 'held' && field !== 'delivery_address')
        .toSorted(),
    )
  })

  test.each([
    [{ chassis_number: 'JTDBR32E7O0123456' }, 'chassis_number'],
    [{ chassis_number: '12345' }, 'chassis_number'],
    [{ year: 1949 }, 'year'],
    [{ year: 2028 }, 'year'],
    [{ plate: '!!' }, 'plate'],
    [{ owner_phone: 'call me' }, 'owner_phone'],
    [{ owner_email: 'amaka' }, 'owner_email'],
    [{ delivery_address: null }, 'delivery_address'],
    [{ engine_cc: 0 }, 'engine_cc'],
    [{ documents: [{ kind: 'hackney_permit', term_months: null }] }, 'documents'],
    [{ documents: [{ kind: 'vehicle_licence', term_months: null }] }, 'documents'],
    [{ documents: [{ kind: 'vehicle_licence', term_months: 6 }] }, 'documents'],
  ])('refuses %j', async (change, field) => {
    const { body: draft } = await create({ ...completeForm, ...change })
    const answer = await quote(draft.id)
    expect([answer.status, new Set(fieldsOf(answer))]).toEqual([422, new Set([field])])
    expect(await mails()).toEqual([])
  })

  test('takes chassis and engine numbers as they are written on papers', async () => {
    await buildFees(world)
    const typed = { chassis_number: 'jtdbr32e 7201 23456', engine_number: '1zz-1234567 ' }
    const { form } = await buildDocumentQuote(world, driver, typed as never)
    expect(form).toMatchObject({ chassis_number: 'JTDBR32E720123456', engine_number: '1ZZ-1234567' })
  })

  test('can be reopened or cancelled, which pays nothing back', async () => {
    await buildFees(world)
    const { id } = await buildDocumentQuote(world, driver)
    const change = (status: string) =>
      world.call(contract.changeDocumentStatus, { token: driver.token, params: { id }, query: { status } })
    expect((await change('draft')).body).toMatchObject({ status: 'draft', total: null })
    const preview = await world.call(contract.previewDocumentRequest, {
      token: driver.token,
      params: { id },
      query: { action: 'cancel' },
    })
    expect(preview.body.refund.amount).toBe(0)
    expect((await change('cancelled')).body.status).toBe('cancelled')
    expect((await change('cancelled')).problem.code).toBe('document_state')
    expect((await change('paid')).status).toBe(422)
  })
})

test('tells anybody the kinds of documents and the fees that are known', async () => {
  const { body: kinds } = await world.call(contract.listDocumentKinds, {})
  expect(kinds.items.map(({ kind, uses }) => [kind, uses.length])).toContainEqual(['hackney_permit', 1])
  const query = { state: 'LA', category: 'saloon', use: 'private', engine_cc: 1_800 }
  const { body: none } = await world.call(contract.findDocumentFees, { query })
  expect(none.items.every(({ lines, total }) => lines === null && total === null)).toBe(true)
  expect(none.delivery).toBeNull()
  await buildFees(world)
  const { body } = await world.call(contract.findDocumentFees, { query })
  expect(body.items.map(({ kind, term_months, total }) => [kind, term_months, total?.amount ?? null])).toEqual([
    ['vehicle_licence', 6, 6_150],
    ['vehicle_licence', 12, 6_150],
    ['road_worthiness', null, 8_688],
    ['third_party_insurance', null, 16_075],
    ['proof_of_ownership', null, null],
  ])
  expect([body.day, body.delivery?.total.amount]).toEqual(['2026-11-21', 3_225])
})
