import { expect, test } from 'vitest'
import * as contract from '#contract/documents/desk/document-requests.ts'
import { getStaffFile } from '#contract/documents/desk/staff-files.ts'
import { getDocumentRequest } from '#contract/documents/documents.ts'
import { createVehicle, listVehicles } from '#contract/vehicles/vehicles.ts'
import { constraintOf } from '#server/database/errors.ts'
import { insurance, issued, licence, rejected, setUpDesk, worthiness } from '#test/kits/desk/staff-documents-kit.ts'
import { buildCentre } from '#test/kits/inspection-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'

/** What can be done with any request that nobody has taken and that is not over. */
const assignable = ['take', 'assign']

const { desk, run, upload, newPaid, balance } = setUpDesk()

test('a failed inspection, a second appointment, the agency and the pickup', async () => {
  // Saved as its owner writes it, which differs from the request by a space.
  const saved = { plate: 'KJA 123AA', papers: [{ kind: 'licence' as const, expires_on: '2026-12-01' }] }
  await desk.world.call(createVehicle, { token: desk.customer.token, body: saved as never })
  const id = await newPaid([licence, worthiness, insurance])
  const centre_id = await buildCentre(desk.world)
  const book = (starts_at: string) => run(contract.bookInspection, id, { centre_id, starts_at })
  expect((await book('2026-11-24T08:00:00Z')).body.actions).toEqual(['pass', 'fail', 'cancel', ...assignable])
  const fail = () => run(contract.failInspection, id, { reason: 'Brakes' })
  expect(outcomeOf(await fail())).toBe('409 report_missing')
  await upload(id, 'purpose=report')
  const { body: failed } = await fail()
  expect(failed).toMatchObject({ status: 'inspection_failed', actions: ['book', 'cancel', ...assignable] })
  const resultOf = (body: contract.DeskDocument, of: string) => body.documents.find(({ kind }) => kind === of)?.result
  expect(resultOf(failed, 'road_worthiness')).toBe('failed_inspection')
  desk.world.clock.advance(60)
  const { body: again } = await book('2026-11-25T08:00:00Z')
  expect(again.status).toBe('inspection_booked')
  expect(resultOf(again, 'road_worthiness')).toBeNull()
  // The report of the first inspection is none of the second.
  expect(outcomeOf(await run(contract.passInspection, id))).toBe('409 report_missing')
  await upload(id, 'purpose=report')
  expect((await run(contract.passInspection, id)).body.actions).toEqual(['submit', 'cancel', ...assignable])
  expect(outcomeOf(await run(contract.submitDocuments, id, { agency_receipt: null }))).toBe(
    '422 validation_failed agency_receipt',
  )
  const { body: submitted } = await run(contract.submitDocuments, id, { agency_receipt: 'VIO-77' })
  expect(submitted).toMatchObject({ status: 'with_agency', actions: ['result', ...assignable] })
  expect(outcomeOf(await run(contract.cancelDocuments, id, { reason: 'Too late' }))).toBe('409 document_state')
  expect(outcomeOf(await run(contract.enterResult, id, issued('vehicle_licence')))).toBe('409 scan_missing')
  for (const kind of ['vehicle_licence', 'road_worthiness']) {
    await upload(id, `purpose=scan&kind=${kind}`)
    expect((await run(contract.enterResult, id, issued(kind))).body.status).toBe('with_agency')
  }
  expect(outcomeOf(await run(contract.enterResult, id, issued('vehicle_licence')))).toBe('422 validation_failed kind')
  const { body: done } = await run(contract.enterResult, id, rejected('third_party_insurance'))
  expect(done).toMatchObject({ status: 'issued', actions: ['ready', 'refund', ...assignable] })
  expect(done.documents.map(({ result }) => result).toSorted()).toEqual(['issued', 'issued', 'rejected'])
  const vehicles = await desk.world.call(listVehicles, { token: desk.customer.token })
  expect(vehicles.body.items[0]!.papers).toEqual([
    { kind: 'licence', expires_on: '2027-11-22' },
    { kind: 'inspection', expires_on: '2027-11-22' },
  ])
  const pickup = { pickup_place: '1 Broad Street', pickup_hours: 'Mo-Fr 09:00-16:00' }
  expect((await run(contract.offerPickup, id, pickup)).body).toMatchObject({ handover_code: null })
  const { handover_code } = await desk.world.db
    .selectFrom('document_requests')
    .select('handover_code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const wrong = handover_code === '0000' ? '0001' : '0000'
  expect(outcomeOf(await run(contract.handOverDocuments, id, { code: wrong }))).toContain('handover_code')
  expect((await run(contract.handOverDocuments, id, { code: handover_code! })).body.status).toBe('delivered')
  const own = await desk.world.call(getDocumentRequest, { token: desk.customer.token, params: { id } })
  expect(own.body.stages.map(({ status }) => status)).toContain('inspection_failed')
  await desk.world.expectBalancedLedger()
})

test('a rejected request is refunded what the agency gave back', async () => {
  const before = await balance()
  const id = await newPaid([insurance])
  await run(contract.submitDocuments, id, { agency_receipt: null })
  const { body } = await run(contract.enterResult, id, rejected('third_party_insurance'))
  expect(body).toMatchObject({ status: 'rejected', actions: ['refund', ...assignable] })
  const none = { vehicle_licence: null, road_worthiness: null, hackney_permit: null, proof_of_ownership: null }
  const refund = (third_party_insurance: number) =>
    run(contract.refundDocuments, id, { ...none, third_party_insurance })
  expect(outcomeOf(await refund(15_001))).toContain('document_refund')
  expect((await refund(15_000)).body).toMatchObject({ status: 'refunded', refunded: { amount: 15_000 } })
  expect(before - (await balance())).toBeGreaterThan(0)
  await desk.world.expectBalancedLedger()
})

test('staff cancels a paid request, which is refunded as a whole', async () => {
  const before = await balance()
  const id = await newPaid([insurance], 'delivery')
  const { body } = await run(contract.cancelDocuments, id, { reason: 'The plate is not yours' })
  expect(body).toMatchObject({ status: 'refunded', actions: [] })
  expect(await balance()).toBe(before)
  await desk.world.expectBalancedLedger()
})

test('each view of a file by staff is in the audit log', async () => {
  const id = await newPaid([insurance])
  const { files } = await upload(id, 'purpose=report')
  const params = { id, file_id: files[0]!.id }
  expect((await desk.world.call(getStaffFile, { token: desk.staff.token, params })).status).toBe(200)
  const log = await desk.world.db
    .selectFrom('audit_log')
    .select(['action', 'user_id'])
    .where('record_id', '=', id)
    .execute()
  expect(log.map(({ action }) => action)).toEqual(['addStaffFile', 'getStaffFile'])
  expect((await desk.world.call(getStaffFile, { token: desk.customer.token, params })).status).toBe(403)
  const other = await newPaid([insurance])
  const foreign = { token: desk.staff.token, params: { id: other, file_id: files[0]!.id } }
  expect((await desk.world.call(getStaffFile, foreign)).status).toBe(404)
})

test('the database refuses a road worthiness certificate without a passed inspection', async () => {
  const id = await newPaid([worthiness])
  const update = desk.world.db
    .updateTable('document_items')
    .set({ result: 'issued' })
    .where('request_id', '=', id)
    .execute()
  expect(await update.then(() => undefined, constraintOf)).toBe('document_items_inspected')
})
