import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/documents/documents.ts'
import { getWallet, listTransactions } from '#contract/wallet/wallet.ts'
import { asStaff, buildFees, insuranceOnly, buildDocumentQuote, payQuote } from '#test/kits/document-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { changeRequestStatus } from '../requests/effects.ts'
import { cancelRequest, deliverRequest, refundRejected, submitRequest } from '../requests/end-request.ts'
import { remindOfAnswers } from '../requests/jobs.ts'

let world: World
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
  await buildFees(world)
})
beforeEach(async () => {
  driver = await world.buildDriver({ country_code: 'NG', balance_minor: 5_000_000n })
})
afterAll(() => world.close())

const balance = async () => (await world.call(getWallet, { token: driver.token })).body.data.balance
const statement = async () =>
  (await world.call(listTransactions, { token: driver.token })).body.items
    .filter(({ kind }) => kind !== 'adjustment')
    .map(({ kind, amount, description }) => [kind, amount, description])
const get = async (id: string) =>
  (await world.call(contract.getDocumentRequest, { token: driver.token, params: { id } })).body
const change = (id: string, status: string, body?: object) =>
  world.call(contract.changeDocumentStatus, {
    token: driver.token,
    params: { id },
    query: { status },
    ...(body && { body }),
  })
const mails = async () =>
  (await world.db.selectFrom('mails').select('subject').orderBy('created_at').execute()).map(({ subject }) => subject)

/** A paid request for insurance, brought to the customer: 15,000 premium, 1,000 service, 75 tax, 3,000 delivery, 225 tax. */
async function newPaid() {
  const quote = await buildDocumentQuote(world, driver, insuranceOnly)
  world.clock.advance(1)
  const { body } = await payQuote(world, driver, quote)
  return body
}

describe('paying', () => {
  test('takes the total as it was seen, once', async () => {
    const quote = await buildDocumentQuote(world, driver, insuranceOnly)
    expect(quote.total!.amount).toBe(19_300)
    const other = await payQuote(world, driver, { ...quote, total: { amount: 19_299, currency: 'NGN' } })
    expect([other.status, other.problem.code]).toEqual([409, 'price_changed'])
    const headers = { 'idempotency-key': 'once' }
    const paid = await payQuote(world, driver, quote, headers)
    const again = await payQuote(world, driver, quote, headers)
    expect([paid.status, again.body]).toEqual([200, paid.body])
    expect(paid.body.stages.map(({ status }) => status)).toEqual(['draft', 'quoted', 'paid', 'document_review'])
    expect((await payQuote(world, driver, quote)).problem.code).toBe('document_state')
    expect(await balance()).toBe(50_000 - 19_300)
    expect(await statement()).toEqual([['document', -19_300, `Vehicle document ${quote.number}`]])
    await world.expectBalancedLedger()
  })

  test('two tabs pay once, and money for one request pays for one', async () => {
    const quotes = [
      await buildDocumentQuote(world, driver, insuranceOnly),
      await buildDocumentQuote(world, driver, insuranceOnly),
      await buildDocumentQuote(world, driver, insuranceOnly),
    ]
    const twice = await Promise.all([payQuote(world, driver, quotes[0]!), payQuote(world, driver, quotes[0]!)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const both = await Promise.all([payQuote(world, driver, quotes[1]!), payQuote(world, driver, quotes[2]!)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 402])
    expect(await balance()).toBe(50_000 - 2 * 19_300)
    await world.expectBalancedLedger()
  })

  test('is refused once the quote has expired, before the clock has seen it', async () => {
    const quote = await buildDocumentQuote(world, driver, insuranceOnly)
    world.clock.advance(7 * 24 * 60)
    expect((await payQuote(world, driver, quote)).problem.code).toBe('quote_expired')
    expect(await balance()).toBe(50_000)
  })
})

describe('refunds', () => {
  test('before the agency everything comes back, our service included, as the preview says', async () => {
    const { id, number } = await newPaid()
    const query = { action: 'cancel' }
    const preview = await world.call(contract.previewDocumentRequest, { token: driver.token, params: { id }, query })
    expect(preview.body.refund).toEqual({ amount: 19_300, currency: 'NGN' })
    const { body } = await change(id, 'cancelled')
    expect(body).toMatchObject({ status: 'refunded', refunded: { amount: 19_300 } })
    expect(await balance()).toBe(50_000)
    expect(await statement()).toContainEqual(['refund', 19_300, `Refund, vehicle documents ${number}`])
    expect((await change(id, 'cancelled')).problem.code).toBe('document_state')
    await world.expectBalancedLedger()
  })

  test('a customer who cancels while staff gives the documents to the agency: one wins', async () => {
    const { id } = await newPaid()
    const [customer, staff] = await Promise.allSettled([
      change(id, 'cancelled'),
      asStaff(world, id, (tx, row, entry) => submitRequest(tx, world.deps, row, entry, 'R-1')),
    ])
    const isCancelled = customer.status === 'fulfilled' && customer.value.status === 200
    expect(isCancelled).toBe(staff.status === 'rejected')
    expect(await balance()).toBe(isCancelled ? 50_000 : 50_000 - 19_300)
    await world.expectBalancedLedger()
  })

  test('with the agency nothing can be cancelled, and the delivery waits until it is done', async () => {
    const { id } = await newPaid()
    await asStaff(world, id, (tx, row, entry) => submitRequest(tx, world.deps, row, entry, 'R-1'))
    await world.expectBalancedLedger()
    const refused = [
      await change(id, 'cancelled'),
      await world.call(contract.previewDocumentRequest, {
        token: driver.token,
        params: { id },
        query: { action: 'cancel' },
      }),
    ]
    expect(refused.map(({ problem }) => problem.code)).toEqual(['document_state', 'document_state'])
    await asStaff(world, id, async (tx, row, entry) => {
      const issued = await changeRequestStatus(tx, world.deps, row, { ...entry, to: 'issued' })
      await changeRequestStatus(tx, world.deps, issued, {
        ...entry,
        to: 'dispatched',
        set: { courier: 'GIG', tracking_number: '7' },
      })
    })
    const { can, handover } = await get(id)
    expect([can.confirm, handover]).toMatchObject([true, { code: null, courier: 'GIG', tracking_number: '7' }])
    const wrong = await change(id, 'delivered', { code: 'none' })
    expect([wrong.problem.code, wrong.problem.message]).toEqual([
      'document_handover_code',
      'This code doesn’t match the request. Attempts left: 4.',
    ])
    for (let n = 0; n < 3; n += 1) await change(id, 'delivered', { code: 'none' })
    expect((await change(id, 'delivered', { code: 'none' })).problem.code).toBe('handover_locked')
    const { handover_code } = await world.db
      .selectFrom('document_requests')
      .select('handover_code')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await change(id, 'delivered', { code: handover_code! })).problem.code).toBe('handover_locked')
    world.clock.advance(15)
    expect((await change(id, 'delivered', { code: handover_code! })).body.status).toBe('delivered')
    await world.expectBalancedLedger()
    const { released_minor, total_minor } = await world.db
      .selectFrom('document_requests')
      .select(['released_minor', 'total_minor'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(released_minor).toBe(total_minor)
  })

  test('after a rejection the customer gets what came back and the delivery, and we keep the service', async () => {
    const { id } = await newPaid()
    await asStaff(world, id, async (tx, row, entry) => {
      const given = await submitRequest(tx, world.deps, row, entry, 'R-1')
      await changeRequestStatus(tx, world.deps, given, { ...entry, to: 'rejected', detail: { reason: 'Blacklisted' } })
    })
    const give = (amount_minor: bigint) =>
      asStaff(world, id, (tx, row, entry) =>
        refundRejected(tx, world.deps, row, entry, [{ kind: 'third_party_insurance', part: 'insurer', amount_minor }]),
      )
    await expect(give(1_500_001n)).rejects.toThrow('document_refund')
    await give(1_400_000n)
    expect(await balance()).toBe(50_000 - 19_300 + 14_000 + 3_225)
    expect(await get(id)).toMatchObject({ status: 'refunded', refunded: { amount: 17_225 } })
    await expect(give(100_000n)).rejects.toThrow('document_state')
    await world.expectBalancedLedger()
  })
})

test('what staff asked for is answered with a note or a file, and asked for again after three and seven days', async () => {
  const { id } = await newPaid()
  await asStaff(world, id, (tx, row, entry) =>
    changeRequestStatus(tx, world.deps, row, {
      ...entry,
      to: 'action_required',
      detail: { reason: 'A photo of your licence' },
    }),
  )
  expect(await get(id)).toMatchObject({ asked: 'A photo of your licence', can: { answer: true, add_files: true } })
  const sent: number[] = []
  for (const days of [2, 1, 1, 3, 30]) {
    world.clock.advance(days * 24 * 60)
    sent.push(await remindOfAnswers(world.deps))
  }
  expect(sent).toEqual([0, 1, 0, 1, 0])
  expect((await change(id, 'document_review')).problem.errors?.[0]?.field).toBe('note')
  const { body } = await change(id, 'document_review', { note: 'It was stolen' })
  expect(body).toMatchObject({ status: 'document_review', asked: null })
  expect(body.stages.at(-1)).toMatchObject({ cause: 'answered', reason: 'It was stolen' })
  expect((await mails()).filter((subject) => subject.startsWith('We’re still waiting'))).toHaveLength(2)
})

test('staff may cancel too, and deliver a pickup that is not charged for', async () => {
  const quote = await buildDocumentQuote(world, driver, {
    ...insuranceOnly,
    handover: 'pickup',
    delivery_address: null,
  })
  await payQuote(world, driver, quote)
  await asStaff(world, quote.id, async (tx, row, entry) => {
    const given = await submitRequest(tx, world.deps, row, entry, null)
    const issued = await changeRequestStatus(tx, world.deps, given, { ...entry, to: 'issued' })
    const ready = await changeRequestStatus(tx, world.deps, issued, {
      ...entry,
      to: 'ready_for_pickup',
      set: { pickup_place: 'Ikeja' },
    })
    expect(ready.handover_code).toMatch(/^\d{4}$/)
    await deliverRequest(tx, world.deps, ready, entry)
  })
  const second = await newPaid()
  await asStaff(world, second.id, (tx, row, entry) => cancelRequest(tx, world.deps, row, entry, 'Your state is closed'))
  expect(await balance()).toBe(50_000 - 16_075)
  await world.expectBalancedLedger()
})
