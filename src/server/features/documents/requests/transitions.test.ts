import { expect, test } from 'vitest'
import { documentStates, refundableStates, type DocumentState } from '#contract/documents/document-states.ts'
import { documentTransitions, findTransition, type DocumentActor } from './transitions.ts'

const actors: DocumentActor[] = ['customer', 'staff', 'clock', 'server']

/** Everything that the table allows, found by asking for every pair of states and every actor. */
const listAllowed = () =>
  [null, ...documentStates].flatMap((from) =>
    documentStates.flatMap((to) => {
      const who = actors.filter((actor) => findTransition(from, to, actor) !== undefined)
      return who.length === 0 ? [] : [`${from ?? '–'} → ${to}: ${who.join(', ')}`]
    }),
  )

test('allows exactly the transitions of the table, for every pair of states and actor', () => {
  expect(listAllowed().toSorted()).toEqual(
    [
      '– → draft: customer, staff',
      'draft → quoted: staff, server',
      'quoted → paid: customer',
      'quoted → draft: customer, clock',
      'paid → document_review: server',
      'document_review → action_required: staff',
      'action_required → document_review: customer',
      'document_review → inspection_booked: customer, staff',
      'document_review → with_agency: staff',
      'inspection_booked → inspection_passed: staff',
      'inspection_booked → inspection_failed: staff',
      'inspection_failed → inspection_booked: customer, staff',
      'inspection_passed → with_agency: staff',
      'with_agency → issued: staff',
      'with_agency → rejected: staff',
      'issued → dispatched: staff',
      'issued → ready_for_pickup: staff',
      'dispatched → delivered: customer, staff',
      'ready_for_pickup → delivered: customer, staff',
      'draft → cancelled: customer',
      'quoted → cancelled: customer',
      ...refundableStates.map((from) => `${from} → cancelled: customer, staff`),
      'cancelled → refunded: server',
      'rejected → refunded: staff',
    ].toSorted(),
  )
})

test('reaches every state from the start, and leaves neither delivered nor refunded', () => {
  const reached = new Set<DocumentState | null>([null])
  for (let round = 0; round < documentStates.length; round += 1)
    for (const { from, to } of documentTransitions) if (reached.has(from)) reached.add(to)
  expect(documentStates.filter((state) => !reached.has(state))).toEqual([])
  const left = new Set(documentTransitions.map(({ from }) => from))
  expect(documentStates.filter((state) => !left.has(state))).toEqual(['delivered', 'refunded'])
})

test('is never with the agency without an inspection that was passed or not needed', () => {
  const entries = documentTransitions.filter(({ to }) => to === 'with_agency')
  expect(entries.map(({ from, requires }) => [from, requires])).toEqual([
    ['document_review', ['no_inspection_needed']],
    ['inspection_passed', ['agency_receipt']],
  ])
})
