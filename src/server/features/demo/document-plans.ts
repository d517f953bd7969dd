import type { DocumentKind, NigerianState } from '#contract/documents/document-rules.ts'
import type { DocumentState } from '#contract/documents/document-states.ts'

/** An example request: what is asked for, and the state to which it is led. */
export interface ExamplePlan {
  /** `waiting` is a draft that waits for a fee that nobody knows. */
  to: DocumentState | 'waiting'
  /** How many days ago it was begun. */
  days: number
  state: NigerianState
  kinds: readonly DocumentKind[]
  handover: 'delivery' | 'pickup'
  use?: 'commercial'
  /** Documents that the agency rejects. */
  rejected?: readonly DocumentKind[]
  /** The first inspection fails. */
  fails?: true
  /** Belongs to the demo's admin, who then sees it among their own requests too. */
  own?: true
}

const licence = 'vehicle_licence'
const worthiness = 'road_worthiness'
const insurance = 'third_party_insurance'
const all = [licence, worthiness, insurance] as const

/** One or more for each state that a request can stay in, those that need staff first. */
export const examplePlans: readonly ExamplePlan[] = [
  { to: 'document_review', days: 3, state: 'LA', kinds: all, handover: 'delivery' },
  { to: 'document_review', days: 1, state: 'FC', kinds: [insurance], handover: 'pickup' },
  { to: 'waiting', days: 1, state: 'KN', kinds: [insurance], handover: 'delivery', use: 'commercial' },
  { to: 'action_required', days: 4, state: 'LA', kinds: [insurance], handover: 'delivery', own: true },
  { to: 'inspection_booked', days: 1, state: 'LA', kinds: all, handover: 'pickup' },
  { to: 'inspection_failed', days: 5, state: 'OY', kinds: [worthiness], handover: 'pickup' },
  { to: 'inspection_passed', days: 6, state: 'RI', kinds: all, handover: 'delivery' },
  { to: 'with_agency', days: 9, state: 'LA', kinds: all, handover: 'pickup', own: true },
  { to: 'issued', days: 10, state: 'FC', kinds: all, handover: 'delivery' },
  { to: 'rejected', days: 7, state: 'KN', kinds: [insurance], handover: 'pickup', rejected: [insurance] },
  { to: 'dispatched', days: 12, state: 'LA', kinds: all, handover: 'delivery' },
  { to: 'ready_for_pickup', days: 12, state: 'OY', kinds: [insurance], handover: 'pickup', own: true },
  { to: 'draft', days: 1, state: 'LA', kinds: [licence], handover: 'delivery', own: true },
  { to: 'quoted', days: 2, state: 'RI', kinds: all, handover: 'delivery', own: true },
  { to: 'delivered', days: 28, state: 'LA', kinds: all, handover: 'delivery', own: true },
  { to: 'delivered', days: 25, state: 'OY', kinds: [worthiness], handover: 'pickup', fails: true },
  { to: 'delivered', days: 21, state: 'FC', kinds: all, handover: 'pickup', rejected: [insurance] },
  { to: 'refunded', days: 19, state: 'LA', kinds: [insurance], handover: 'delivery', rejected: [insurance] },
  { to: 'refunded', days: 16, state: 'KN', kinds: all, handover: 'pickup' },
  { to: 'cancelled', days: 14, state: 'RI', kinds: [insurance], handover: 'pickup' },
]
