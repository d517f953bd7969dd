import { expect, test } from 'vitest'
import * as staffCalls from '#contract/documents/desk/document-requests.ts'
import { bookOwnInspection } from '#contract/documents/document-inspections.ts'
import { documentStates, type DocumentState } from '#contract/documents/document-states.ts'
import { changeDocumentStatus, payDocumentRequest, quoteDocumentRequest } from '#contract/documents/documents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Problem } from '#contract/errors.ts'
import { insurance, issued, licence, setUpDesk, worthiness } from '#test/kits/desk/staff-documents-kit.ts'
import { buildCentre } from '#test/kits/inspection-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { documentTransitions, findTransition } from '../requests/transitions.ts'
import { listStaffActions } from './staff-request.ts'

const { desk, run, newPaid } = setUpDesk()

/** Where each action of staff leads. Money that was given back for a part of a request leaves its state as it is. */
const leadsTo: Record<string, readonly DocumentState[]> = {
  quote: ['quoted'],
  ask: ['action_required'],
  book: ['inspection_booked'],
  pass: ['inspection_passed'],
  fail: ['inspection_failed'],
  submit: ['with_agency'],
  result: ['issued', 'rejected'],
  dispatch: ['dispatched'],
  ready: ['ready_for_pickup'],
  hand_over: ['delivered'],
  cancel: ['cancelled'],
  refund: ['refunded'],
  remove: [],
}

test.each(documentStates)('staff is offered what the table has for a request that is %s', (status) => {
  const paid_at = ['draft', 'quoted'].includes(status) ? null : new Date()
  const decided = { result: null, returned_minor: null }
  const requests = [
    [{ kind: 'road_worthiness' as const, ...decided }],
    [{ kind: 'vehicle_licence' as const, ...decided }],
  ]
  const offered = requests.flatMap((documents) =>
    (['delivery', 'pickup'] as const).flatMap((handover) =>
      listStaffActions({ status, waiting_since: new Date(), handover, paid_at }, documents),
    ),
  )
  const allowed = documentTransitions.filter(({ from, who }) => from === status && who.includes('staff'))
  expect([...new Set(offered)].flatMap((action) => leadsTo[action]!).toSorted()).toEqual(
    allowed.map(({ to }) => to).toSorted(),
  )
})

test.each(documentStates)(
  'what the table does not have for a request that is %s is refused and changes nothing',
  async (status) => {
    const { world, customer } = desk
    const id = await newPaid([licence, worthiness, insurance], 'delivery')
    const centre_id = await buildCentre(world)
    const starts_at = '2026-11-24T08:00:00Z'
    await world.db
      .updateTable('document_requests')
      .set({ status, ...(status === 'draft' && { waiting_since: world.clock.now }) })
      .where('id', '=', id)
      .execute()
    const asCustomer = (endpoint: Endpoint, call: object = {}) =>
      world.call(endpoint, { token: customer.token, params: { id }, ...call } as never) as Promise<{
        status: number
        problem: Problem
      }>
    const change = (to: string, body?: object) =>
      asCustomer(changeDocumentStatus, { query: { status: to }, ...(body && { body }) })
    type Call = [who: 'customer' | 'staff' | 'server', to: DocumentState, call: () => ReturnType<typeof asCustomer>]
    const reason = { reason: 'In a test' }
    const calls: Call[] = [
      ['customer', 'draft', () => change('draft')],
      ['customer', 'cancelled', () => change('cancelled')],
      ['customer', 'document_review', () => change('document_review', { note: 'Here it is' })],
      ['customer', 'delivered', () => change('delivered', { code: '0000' })],
      ['server', 'quoted', () => asCustomer(quoteDocumentRequest)],
      ['customer', 'paid', () => asCustomer(payDocumentRequest, { body: { total: 1 } })],
      ['customer', 'inspection_booked', () => asCustomer(bookOwnInspection, { body: { centre_id, starts_at } })],
      ['staff', 'quoted', () => run(staffCalls.quoteDocuments, id)],
      ['staff', 'action_required', () => run(staffCalls.askForMissing, id, reason)],
      ['staff', 'inspection_booked', () => run(staffCalls.bookInspection, id, { centre_id, starts_at })],
      ['staff', 'inspection_passed', () => run(staffCalls.passInspection, id)],
      ['staff', 'inspection_failed', () => run(staffCalls.failInspection, id, reason)],
      ['staff', 'with_agency', () => run(staffCalls.submitDocuments, id, { agency_receipt: 'VIO-77' })],
      ['staff', 'issued', () => run(staffCalls.enterResult, id, issued('vehicle_licence'))],
      ['staff', 'dispatched', () => run(staffCalls.dispatchDocuments, id, { courier: 'GIG', tracking_number: 'G-1' })],
      [
        'staff',
        'ready_for_pickup',
        () => run(staffCalls.offerPickup, id, { pickup_place: 'Ikeja', pickup_hours: 'Mo-Fr' }),
      ],
      ['staff', 'delivered', () => run(staffCalls.handOverDocuments, id, { code: '0000' })],
      ['staff', 'cancelled', () => run(staffCalls.cancelDocuments, id, reason)],
      ['staff', 'refunded', () => run(staffCalls.refundDocuments, id, { vehicle_licence: 1 })],
    ]
    const read = () =>
      world.db.selectFrom('document_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const before = await read()
    const refused = calls.filter(([who, to]) => findTransition(status, to, who) === undefined)
    expect(refused.length).toBeGreaterThan(10)
    for (const [who, to, call] of refused)
      expect([who, to, outcomeOf(await call())]).toEqual([who, to, '409 document_state'])
    expect(await read()).toEqual(before)
  },
)
