import { expect, test } from 'vitest'
import * as contract from '#contract/documents/desk/document-requests.ts'
import { constraintOf } from '#server/database/errors.ts'
import { insurance, issued, licence, rejected, setUpDesk, worthiness } from '#test/kits/desk/staff-documents-kit.ts'
import { buildCentre } from '#test/kits/inspection-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'

/** What can be done with any request that nobody has taken and that is not over. */
const assignable = ['take', 'assign']

const { desk, run, upload, newPaid, balance } = setUpDesk()

const subjects = async () => {
  const { email } = await desk.world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', desk.customer.user_id)
    .executeTakeFirstOrThrow()
  const mails = await desk.world.db
    .selectFrom('mails')
    .select('subject')
    .where('to_address', '=', email)
    .orderBy('queue_number')
    .execute()
  return mails.map(({ subject }) => subject)
}

/** A request with the agency whose vehicle passed its inspection. */
async function newSubmitted(): Promise<string> {
  const id = await newPaid([licence, worthiness, insurance], 'delivery')
  const centre_id = await buildCentre(desk.world)
  await run(contract.bookInspection, id, { centre_id, starts_at: '2026-11-24T08:00:00Z' })
  await upload(id, 'purpose=report')
  await run(contract.passInspection, id)
  await run(contract.submitDocuments, id, { agency_receipt: 'VIO-77' })
  return id
}
const issue = async (id: string, kind: string) => {
  await upload(id, `purpose=scan&kind=${kind}`)
  return run(contract.enterResult, id, issued(kind))
}

test('what was given back for a rejected document is refunded once while the others are issued', async () => {
  const before = await balance()
  const id = await newSubmitted()
  const paid = before - (await balance())
  expect((await run(contract.enterResult, id, rejected('third_party_insurance'))).body).toMatchObject({
    status: 'with_agency',
    open_kinds: ['vehicle_licence', 'road_worthiness'],
    returnable: ['third_party_insurance'],
    actions: ['result', 'refund', ...assignable],
  })
  await issue(id, 'vehicle_licence')
  expect((await issue(id, 'road_worthiness')).body).toMatchObject({
    status: 'issued',
    actions: ['dispatch', 'refund', ...assignable],
  })
  const refund = (body: object) => run(contract.refundDocuments, id, body)
  expect(outcomeOf(await refund({}))).toBe('422 validation_failed third_party_insurance')
  expect(outcomeOf(await refund({ vehicle_licence: 10 }))).toBe('422 validation_failed vehicle_licence')
  expect(outcomeOf(await refund({ third_party_insurance: 15_001 }))).toContain('document_refund')
  const { body } = await refund({ third_party_insurance: 14_000 })
  expect(body).toMatchObject({
    status: 'issued',
    refunded: { amount: 14_000 },
    returnable: [],
    actions: ['dispatch', ...assignable],
  })
  expect(body.history[0]).toMatchObject({ to: 'issued', cause: 'fee_refunded', actor: 'staff' })
  expect(outcomeOf(await refund({ third_party_insurance: 1_000 }))).toBe('409 document_state')
  expect(before - (await balance())).toBe(paid - 14_000)
  expect((await subjects()).slice(-2)).toEqual(['Partly issued: documents for KJA-123AA', 'Refund for KJA-123AA'])
  // The delivery is still earned when it is delivered.
  await run(contract.dispatchDocuments, id, { courier: 'GIG', tracking_number: 'GIG-1' })
  const { body: sent } = await desk.world.call(contract.getDeskDocument, { token: desk.staff.token, params: { id } })
  expect((await run(contract.handOverDocuments, id, { code: sent.handover_code! })).body.status).toBe('delivered')
  await desk.world.expectBalancedLedger()
})

test('a refund is entered once when two people press at one time', async () => {
  const id = await newSubmitted()
  await run(contract.enterResult, id, rejected('third_party_insurance'))
  const both = await Promise.all([1, 2].map(() => run(contract.refundDocuments, id, { third_party_insurance: 15_000 })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await desk.world.expectBalancedLedger()
})

test('a vehicle that fails at the agency has its own result, for road worthiness alone', async () => {
  const id = await newSubmitted()
  const fail = (kind: string) => run(contract.enterResult, id, rejected(kind, 'failed_inspection'))
  expect(outcomeOf(await fail('vehicle_licence'))).toBe('422 validation_failed result')
  expect((await fail('road_worthiness')).body.documents.find(({ kind }) => kind === 'road_worthiness')).toMatchObject({
    result: 'failed_inspection',
    reason: 'The plate is not registered',
  })
  await issue(id, 'vehicle_licence')
  const { body } = await run(contract.enterResult, id, rejected('third_party_insurance'))
  expect(body).toMatchObject({ status: 'issued', returnable: ['road_worthiness', 'third_party_insurance'] })
  const { body: refunded } = await run(contract.refundDocuments, id, {
    road_worthiness: 6_000,
    third_party_insurance: 0,
  })
  expect(refunded).toMatchObject({ refunded: { amount: 6_000 }, returnable: [] })
  await desk.world.expectBalancedLedger()
})

test('a request of which nothing was issued is refunded with its delivery, after what was refunded before', async () => {
  const id = await newSubmitted()
  await run(contract.enterResult, id, rejected('third_party_insurance'))
  await run(contract.refundDocuments, id, { third_party_insurance: 15_000 })
  await run(contract.enterResult, id, rejected('vehicle_licence'))
  const { body: none } = await run(contract.enterResult, id, rejected('road_worthiness'))
  expect(none).toMatchObject({
    status: 'rejected',
    actions: ['refund', ...assignable],
    returnable: ['vehicle_licence', 'road_worthiness'],
  })
  expect(outcomeOf(await run(contract.refundDocuments, id, { third_party_insurance: 1 }))).toContain(
    'validation_failed',
  )
  const { body } = await run(contract.refundDocuments, id, { vehicle_licence: 4_000 })
  // 15,000 and 4,000 were given back; the delivery is 3,000 with 225 of VAT.
  expect(body).toMatchObject({ status: 'refunded', refunded: { amount: 22_225 }, actions: [] })
  await desk.world.expectBalancedLedger()
})

test('the database refuses a failed inspection, and money given back, where there can be none', async () => {
  const id = await newSubmitted()
  const store = (kind: string, set: object) =>
    desk.world.db
      .updateTable('document_items')
      .set(set)
      .where('request_id', '=', id)
      .where('kind', '=', kind)
      .execute()
      .then(() => undefined, constraintOf)
  expect(await store('vehicle_licence', { result: 'failed_inspection' })).toBe('document_items_failed')
  expect(await store('vehicle_licence', { returned_minor: 1n })).toBe('document_items_returned')
})
