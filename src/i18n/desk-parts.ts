import type { Catalogue } from './translate.ts'

/** The areas that no list needs: what records, boards and dashboards say. */
const restAreas: ReadonlySet<string> = new Set([
  'access',
  'analytics',
  'dashboard',
  'deliveries',
  'documents',
  'fields',
  'orders',
  'parks',
  'pos',
  'records',
  'report',
  'settings',
  'shop',
])

/** A report is a page of its own: of its list, the menu needs the title and what it is about. */
const isReport = (list: string): boolean => list.startsWith('reports_')

/** Lists that few people open: of them too, the menu needs no more. */
const rareLists: ReadonlySet<string> = new Set([
  'adjustments',
  'analytics_days',
  'announcements',
  'audit',
  'coupon_uses',
  'currencies',
  'deliveries',
  'delivery_board',
  'delivery_boys',
  'delivery_setups',
  'disputes',
  'document_fees',
  'event_parks',
  'events',
  'exchange_rates',
  'failed_work',
  'gate_scans',
  'inspection_appointments',
  'inspection_centres',
  'inspection_closures',
  'invitations',
  'item_branches',
  'item_reviews',
  'jobs',
  'mails',
  'order_setups',
  'owed',
  'payees',
  'payouts',
  'pos_orders',
  'park_claims',
  'park_imports',
  'pages',
  'park_listings',
  'park_reports',
  'push_notifications',
  'reconciliations',
  'registers',
  'search_indexes',
  'servers',
  'shift_entries',
  'shifts',
  'sliders',
  'sms_gateway',
  'sms_messages',
  'standard_terms',
  'statement_lines',
  'statements',
  'stock_movements',
  'taxes',
  'time_slots',
  'webhooks',
])
const comesLater = (list: string): boolean => isReport(list) || rareLists.has(list)

/** Long tables of words of which one list alone has a column: it is shown once they are loaded. */
const wordsOfOneList: Readonly<Record<string, string>> = {
  calls: 'audit',
  compared: 'reconciliations',
  delivery_proofs: 'deliveries',
  dispute_claims: 'disputes',
  held_back: 'payees',
  identity_states: 'payees',
  jobs: 'jobs',
  payee_kinds: 'payees',
  payout_methods: 'payouts',
  payout_schedules: 'payees',
  queues: 'failed-work',
  receipt_widths: 'registers',
  record_kinds: 'audit',
  shift_entry_kinds: 'shift-entries',
  statement_line_kinds: 'statement-lines',
}

/** Words of what stands on the page of a record alone. */
const wordsOfRecords: ReadonlySet<string> = new Set([
  'booking_events',
  'order_events',
  'payee_entities',
  'payout_account_states',
])
const areLateWords = (area: string): boolean => area in wordsOfOneList || wordsOfRecords.has(area)

/** Whether a list has words that come with the rest. */
export const hasOwnWords = (list: string): boolean =>
  Object.values(wordsOfOneList).includes(list) || rareLists.has(list.replaceAll('-', '_'))

const pick = (words: Catalogue, isPicked: (area: string) => boolean): Catalogue =>
  Object.fromEntries(Object.entries(words).filter(([area]) => isPicked(area)))

/** The sentences that the desk needs to show a list. */
export function pickForLists(desk: Catalogue): Catalogue {
  const own = pick(desk, (area) => !restAreas.has(area))
  const words = pick(desk['words'] as Catalogue, (area) => !areLateWords(area))
  const lists = Object.entries(desk['lists'] as Catalogue).map(([list, words]): [string, Catalogue[string]] => {
    if (!comesLater(list)) return [list, words]
    const { title, description } = words as Catalogue
    return [list, { title: title!, description: description! }]
  })
  const row_states = pick(desk['row_states'] as Catalogue, (list) => !comesLater(list))
  return { ...own, words, row_states, lists: Object.fromEntries(lists) }
}

/** All other sentences of the desk. */
export function pickRest(desk: Catalogue): Catalogue {
  const own = pick(desk, (area) => restAreas.has(area))
  const words = pick(desk['words'] as Catalogue, areLateWords)
  const row_states = pick(desk['row_states'] as Catalogue, comesLater)
  return { ...own, words, row_states, lists: pick(desk['lists'] as Catalogue, comesLater) }
}

/** Sentences with some replaced by others of the same key. */
export const joinWords = (words: Catalogue, own: Catalogue = {}): Catalogue => ({
  ...words,
  ...Object.fromEntries(
    Object.entries(own).map(([key, value]) => {
      const under = words[key]
      return [key, typeof value === 'object' && typeof under === 'object' ? joinWords(under, value) : value]
    }),
  ),
})

/** Some of the sentences of a catalogue. */
export type SomeOf<T> = { readonly [Key in keyof T]?: T[Key] extends string ? string : SomeOf<T[Key]> }

type States = Readonly<Record<string, string>>
type Areas = Readonly<Record<string, object>>

const statesIn = (areas: Areas, area: string): States | undefined =>
  (areas[area] as { states?: States } | undefined)?.states

/**
 * The states of one row of each list, in the number and gender of its noun: those of its record, or `own`, where the tabs,
 * which name many rows, have other words.
 */
export function pickRowStates(lists: Areas, records: Areas, own: Areas): Readonly<Record<string, States>> {
  const stated = Object.keys(lists).flatMap((area) => {
    const states = statesIn(lists, area)
    return states === undefined ? [] : [[area, { ...states, ...statesIn(records, area), ...own[area] }] as const]
  })
  return Object.fromEntries(stated)
}
