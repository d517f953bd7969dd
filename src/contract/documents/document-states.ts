/** The states of a request for vehicle documents, in the order in which it passes them. */
export const documentStates = [
  'draft',
  'quoted',
  'paid',
  'document_review',
  'action_required',
  'inspection_booked',
  'inspection_passed',
  'inspection_failed',
  'with_agency',
  'issued',
  'rejected',
  'dispatched',
  'ready_for_pickup',
  'delivered',
  'cancelled',
  'refunded',
] as const
export type DocumentState = (typeof documentStates)[number]

/** Who changes a request: its customer, staff, a job at the time at which it was due, or the server right after another change. */
export type DocumentActor = 'customer' | 'staff' | 'clock' | 'server'

/** What must hold before a change; each is checked by the command that makes it. */
export type DocumentCondition =
  | 'all_fields'
  | 'fees_known'
  | 'quote_valid'
  | 'total_as_seen'
  | 'quote_over'
  | 'reason'
  | 'something_added'
  | 'road_worthiness_asked'
  | 'appointment'
  | 'no_inspection_needed'
  | 'report'
  | 'agency_receipt'
  | 'results_one_issued'
  | 'results_none_issued'
  | 'delivery_tracking'
  | 'pickup_place'
  | 'handover_code'
  | 'was_paid'

export const documentCauses = [
  'created',
  'quoted',
  'reopened',
  'quote_expired',
  'paid',
  'received',
  'asked',
  'answered',
  'booked',
  'passed',
  'failed',
  'submitted',
  'issued',
  'rejected',
  'dispatched',
  'ready',
  'handed_over',
  'cancelled',
  'refunded',
] as const
export type DocumentCause = (typeof documentCauses)[number]

interface DocumentTransition {
  from: DocumentState | null
  to: DocumentState
  cause: DocumentCause
  who: readonly DocumentActor[]
  requires: readonly DocumentCondition[]
}

/** States of a paid request in which everything, the service fee included, is refunded when it is cancelled. */
export const refundableStates = [
  'paid',
  'document_review',
  'action_required',
  'inspection_booked',
  'inspection_passed',
  'inspection_failed',
] as const satisfies readonly DocumentState[]

/** States of a request in which the next step is staff's; a draft only while it waits for a fee. */
export const staffStates = [
  'draft',
  'paid',
  'document_review',
  'inspection_passed',
  'issued',
  'rejected',
] as const satisfies readonly DocumentState[]

/** States after which nothing happens any more. */
export const endedStates = ['delivered', 'cancelled', 'refunded'] as const satisfies readonly DocumentState[]

/** All transitions between the states of a request; what is not here does not happen. */
export const documentTransitions: readonly DocumentTransition[] = [
  { from: null, to: 'draft', cause: 'created', who: ['customer', 'staff'], requires: [] },
  { from: 'draft', to: 'quoted', cause: 'quoted', who: ['server', 'staff'], requires: ['all_fields', 'fees_known'] },
  { from: 'quoted', to: 'paid', cause: 'paid', who: ['customer'], requires: ['quote_valid', 'total_as_seen'] },
  { from: 'quoted', to: 'draft', cause: 'reopened', who: ['customer'], requires: [] },
  { from: 'quoted', to: 'draft', cause: 'quote_expired', who: ['clock'], requires: ['quote_over'] },
  { from: 'paid', to: 'document_review', cause: 'received', who: ['server'], requires: [] },
  { from: 'document_review', to: 'action_required', cause: 'asked', who: ['staff'], requires: ['reason'] },
  {
    from: 'action_required',
    to: 'document_review',
    cause: 'answered',
    who: ['customer'],
    requires: ['something_added'],
  },
  {
    from: 'document_review',
    to: 'inspection_booked',
    cause: 'booked',
    who: ['customer', 'staff'],
    requires: ['road_worthiness_asked', 'appointment'],
  },
  {
    from: 'document_review',
    to: 'with_agency',
    cause: 'submitted',
    who: ['staff'],
    requires: ['no_inspection_needed'],
  },
  { from: 'inspection_booked', to: 'inspection_passed', cause: 'passed', who: ['staff'], requires: ['report'] },
  { from: 'inspection_booked', to: 'inspection_failed', cause: 'failed', who: ['staff'], requires: ['report'] },
  {
    from: 'inspection_failed',
    to: 'inspection_booked',
    cause: 'booked',
    who: ['customer', 'staff'],
    requires: ['appointment'],
  },
  { from: 'inspection_passed', to: 'with_agency', cause: 'submitted', who: ['staff'], requires: ['agency_receipt'] },
  { from: 'with_agency', to: 'issued', cause: 'issued', who: ['staff'], requires: ['results_one_issued'] },
  {
    from: 'with_agency',
    to: 'rejected',
    cause: 'rejected',
    who: ['staff'],
    requires: ['reason', 'results_none_issued'],
  },
  { from: 'issued', to: 'dispatched', cause: 'dispatched', who: ['staff'], requires: ['delivery_tracking'] },
  { from: 'issued', to: 'ready_for_pickup', cause: 'ready', who: ['staff'], requires: ['pickup_place'] },
  {
    from: 'dispatched',
    to: 'delivered',
    cause: 'handed_over',
    who: ['staff', 'customer'],
    requires: ['handover_code'],
  },
  {
    from: 'ready_for_pickup',
    to: 'delivered',
    cause: 'handed_over',
    who: ['staff', 'customer'],
    requires: ['handover_code'],
  },
  { from: 'draft', to: 'cancelled', cause: 'cancelled', who: ['customer'], requires: [] },
  { from: 'quoted', to: 'cancelled', cause: 'cancelled', who: ['customer'], requires: [] },
  ...refundableStates.map((from): DocumentTransition => ({
    from,
    to: 'cancelled',
    cause: 'cancelled',
    who: ['customer', 'staff'],
    requires: [],
  })),
  { from: 'cancelled', to: 'refunded', cause: 'refunded', who: ['server'], requires: ['was_paid'] },
  { from: 'rejected', to: 'refunded', cause: 'refunded', who: ['staff'], requires: [] },
]

/** The transition between two states by this actor; undefined if it is not allowed. */
export const findTransition = (
  from: DocumentState | null,
  to: DocumentState,
  who: DocumentActor,
): DocumentTransition | undefined =>
  documentTransitions.find((row) => row.from === from && row.to === to && row.who.includes(who))
