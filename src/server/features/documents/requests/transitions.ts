import { refundableStates, type DocumentCause, type DocumentState } from '#contract/documents/document-states.ts'
import type { NoticeKind } from '#contract/notifications/desk.ts'
import type { document_mails } from '#i18n/en/emails/document_mails.ts'

/** What a mail reports; the texts of each topic are in `document_mails` of the catalogue. */
export type RequestMailTopic = keyof (typeof document_mails)['topics']

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

/** How a change went, where its mail depends on it. */
export type Outcome = 'whole' | 'part' | 'nothing'

/** What follows a transition or a change, beside its entry in the history. */
interface Effects {
  /** The mail to the customer, for each outcome where there are several. */
  mail: RequestMailTopic | null | Readonly<Partial<Record<Outcome, RequestMailTopic | null>>>
  /** The notice that those who work on requests get under their bell, or that theirs are settled. */
  notice?: Extract<NoticeKind, `documents_${string}`> | 'settled'
}

interface DocumentTransition extends Effects {
  from: DocumentState | null
  to: DocumentState
  cause: DocumentCause
  who: readonly DocumentActor[]
  requires: readonly DocumentCondition[]
}

/** All transitions between the states of a request, with what follows each; what is not here does not happen. */
export const documentTransitions: readonly DocumentTransition[] = [
  { from: null, to: 'draft', cause: 'created', who: ['customer'], requires: [], mail: null },
  { from: null, to: 'draft', cause: 'created', who: ['staff'], requires: [], mail: 'begun' },
  {
    from: 'draft',
    to: 'quoted',
    cause: 'quoted',
    who: ['server', 'staff'],
    requires: ['all_fields', 'fees_known'],
    mail: 'quoted',
    notice: 'settled',
  },
  {
    from: 'quoted',
    to: 'paid',
    cause: 'paid',
    who: ['customer'],
    requires: ['quote_valid', 'total_as_seen'],
    mail: null,
  },
  { from: 'quoted', to: 'draft', cause: 'reopened', who: ['customer'], requires: [], mail: null },
  {
    from: 'quoted',
    to: 'draft',
    cause: 'quote_expired',
    who: ['clock'],
    requires: ['quote_over'],
    mail: 'quote_expired',
  },
  {
    from: 'paid',
    to: 'document_review',
    cause: 'received',
    who: ['server'],
    requires: [],
    mail: 'paid',
    notice: 'documents_paid',
  },
  {
    from: 'document_review',
    to: 'action_required',
    cause: 'asked',
    who: ['staff'],
    requires: ['reason'],
    mail: 'asked',
  },
  {
    from: 'action_required',
    to: 'document_review',
    cause: 'answered',
    who: ['customer'],
    requires: ['something_added'],
    mail: null,
    notice: 'documents_answered',
  },
  {
    from: 'document_review',
    to: 'inspection_booked',
    cause: 'booked',
    who: ['customer', 'staff'],
    requires: ['road_worthiness_asked', 'appointment'],
    mail: 'inspection_booked',
  },
  {
    from: 'document_review',
    to: 'with_agency',
    cause: 'submitted',
    who: ['staff'],
    requires: ['no_inspection_needed'],
    mail: 'with_agency',
  },
  {
    from: 'inspection_booked',
    to: 'inspection_passed',
    cause: 'passed',
    who: ['staff'],
    requires: ['report'],
    mail: 'inspection_passed',
  },
  {
    from: 'inspection_booked',
    to: 'inspection_failed',
    cause: 'failed',
    who: ['staff'],
    requires: ['report'],
    mail: 'inspection_failed',
  },
  {
    from: 'inspection_failed',
    to: 'inspection_booked',
    cause: 'booked',
    who: ['customer', 'staff'],
    requires: ['appointment'],
    mail: 'inspection_booked',
  },
  {
    from: 'inspection_passed',
    to: 'with_agency',
    cause: 'submitted',
    who: ['staff'],
    requires: ['agency_receipt'],
    mail: 'with_agency',
  },
  {
    from: 'with_agency',
    to: 'issued',
    cause: 'issued',
    who: ['staff'],
    requires: ['results_one_issued'],
    mail: { whole: 'issued', part: 'partly_issued' },
  },
  {
    from: 'with_agency',
    to: 'rejected',
    cause: 'rejected',
    who: ['staff'],
    requires: ['reason', 'results_none_issued'],
    mail: 'rejected',
  },
  {
    from: 'issued',
    to: 'dispatched',
    cause: 'dispatched',
    who: ['staff'],
    requires: ['delivery_tracking'],
    mail: 'dispatched',
  },
  {
    from: 'issued',
    to: 'ready_for_pickup',
    cause: 'ready',
    who: ['staff'],
    requires: ['pickup_place'],
    mail: 'ready_for_pickup',
  },
  {
    from: 'dispatched',
    to: 'delivered',
    cause: 'handed_over',
    who: ['staff', 'customer'],
    requires: ['handover_code'],
    mail: 'delivered',
  },
  {
    from: 'ready_for_pickup',
    to: 'delivered',
    cause: 'handed_over',
    who: ['staff', 'customer'],
    requires: ['handover_code'],
    mail: 'delivered',
  },
  {
    from: 'draft',
    to: 'cancelled',
    cause: 'cancelled',
    who: ['customer'],
    requires: [],
    mail: null,
    notice: 'settled',
  },
  {
    from: 'quoted',
    to: 'cancelled',
    cause: 'cancelled',
    who: ['customer'],
    requires: [],
    mail: null,
    notice: 'settled',
  },
  ...refundableStates.map((from): DocumentTransition => ({
    from,
    to: 'cancelled',
    cause: 'cancelled',
    who: ['customer', 'staff'],
    requires: [],
    mail: null,
    notice: 'settled',
  })),
  { from: 'cancelled', to: 'refunded', cause: 'refunded', who: ['server'], requires: ['was_paid'], mail: 'cancelled' },
  { from: 'rejected', to: 'refunded', cause: 'refunded', who: ['staff'], requires: [], mail: 'refunded' },
]

/** The transition between two states by this actor; undefined if it is not allowed. */
export const findTransition = (
  from: DocumentState | null,
  to: DocumentState,
  who: DocumentActor,
): DocumentTransition | undefined =>
  documentTransitions.find((row) => row.from === from && row.to === to && row.who.includes(who))

/** Changes that keep the state, and what follows each. */
export const documentChanges = {
  waiting: { mail: 'waiting', notice: 'documents_waiting' },
  file_added: { mail: null },
  wrong_code: { mail: null },
  fee_refunded: { mail: { part: 'part_refunded', nothing: null } },
} as const satisfies Readonly<Record<string, Effects>>
export type DocumentChange = keyof typeof documentChanges
export type SilentChange = {
  [C in DocumentChange]: (typeof documentChanges)[C] extends { mail: null } ? C : never
}[DocumentChange]

/** The mail of a transition or change that went so; null for none. */
export const findMail = ({ mail }: Effects, outcome: Outcome | undefined): RequestMailTopic | null =>
  typeof mail === 'object' && mail !== null ? (mail[outcome!] ?? null) : mail
