import type { DeskRecordDescription } from './records.ts'

/** What a state means for whoever works with the record: it waits for staff, goes on, is over, or went wrong. */
export type StateTone = 'waiting' | 'running' | 'over' | 'failed'

const states: Record<StateTone, readonly string[]> = {
  waiting: [
    'pending',
    'open',
    'waiting',
    'new',
    'requested',
    'unread',
    'paused',
    'unpriced',
    'low',
    'late',
    'incomplete',
    'action_required',
    'document_review',
    'quoted',
    'inspection_passed',
    'ready_for_pickup',
    'unpaid',
    'set_aside',
    'needs_answer',
    'to_approve',
    'proposed',
    'missing',
  ],
  running: [
    'active',
    'current',
    'published',
    'bookable',
    'sold',
    'shown',
    'enough',
    'desk',
    'in_hand',
    'approved',
    'received',
    'accepted',
    'processing',
    'preparing',
    'ready',
    'out_for_delivery',
    'checked_in',
    'paid',
    'coming',
    'inspection_booked',
    'with_agency',
    'issued',
    'dispatched',
    'reloading',
    'scheduled',
    'verified',
    'sending',
    'running',
  ],
  over: [
    'completed',
    'delivered',
    'done',
    'success',
    'resolved',
    'won',
    'answered',
    'closed',
    'read',
    'sent',
    'processed',
    'over',
    'inactive',
    'unpublished',
    'listed',
    'file',
    'draft',
    'hidden',
    'expired',
    'withdrawn',
    'refunded',
    'returned',
    'partial',
    'full',
    'own',
    'shipped',
    'fixed',
  ],
  failed: [
    'overstayed',
    'no_show',
    'cancelled',
    'canceled',
    'rejected',
    'refused',
    'not_answered',
    'failed',
    'given_up',
    'lost',
    'disabled',
    'inspection_failed',
    'none',
  ],
}

const tones = new Map(
  Object.entries(states).flatMap(([tone, words]) => words.map((word) => [word, tone as StateTone] as const)),
)

/** The tone of a state's badge; undefined for a state that the table does not have. */
export const findTone = (state: string): StateTone | undefined => tones.get(state)

/** Amounts that say nothing while they are zero: what was given back, or is owed. */
const amountsOnceGiven = new Set(['refunded', 'returned', 'goodwill', 'due', 'owed', 'held', 'outstanding'])

/** Whether a fact has nothing to say: it is missing, empty, or an amount of which nothing was given or is owed. */
export const isEmptyFact = (name: string, value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (amountsOnceGiven.has(name) && (value as { amount?: unknown }).amount === 0)

/** The names of a record's facts by where its page shows them. */
export interface FactGroups {
  customer: string[]
  times: string[]
  details: string[]
}

const ofCustomer = new Set(['email', 'phone', 'outstanding'])

/** Groups the facts of a record: whose it is, when what happened, and everything else but the badges. */
export function groupFacts({
  facts,
  links = {},
  badges = [],
}: Pick<DeskRecordDescription, 'facts' | 'links' | 'badges'>): FactGroups {
  const isCustomer = (name: string) => links[name]?.screen === 'customers'
  const hasCustomer = Object.keys(facts).some(isCustomer)
  const groups: FactGroups = { customer: [], times: [], details: [] }
  for (const [name, { kind }] of Object.entries(facts)) {
    if (badges.flat().includes(name)) continue
    if (isCustomer(name) || (hasCustomer && ofCustomer.has(name))) groups.customer.push(name)
    else if (kind === 'instant' || kind === 'day') groups.times.push(name)
    else groups.details.push(name)
  }
  return groups
}
