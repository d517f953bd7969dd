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
