import { documentKinds, nigerianStates, vehicleUses } from '#contract/documents/document-rules.ts'
import { documentStates } from '#contract/documents/document-states.ts'
import { deskReport } from '#contract/lists/reports.ts'

/** Requests for vehicle documents that were quoted, by the day on which they were made in Nigeria. */
export const documentsReport = deskReport({
  name: 'reports/documents',
  menu: { group: 'reports', rank: 70, under: 'reports/sales' },
  permission: 'documents.view',
  opens: { screen: 'documents', permission: 'documents.view' },
  columns: {
    number: { kind: 'code', sortable: true },
    status: { kind: 'choice', badge: true, words: 'document_states' },
    region: { kind: 'choice', words: 'nigerian_states' },
    kinds: { kind: 'choices', words: 'fee_kinds' },
    use: { kind: 'choice', words: 'vehicle_uses', extra: true },
    created_at: { kind: 'instant', sortable: true },
    quoted_at: { kind: 'instant', extra: true },
    paid_at: { kind: 'instant', extra: true },
    with_agency_at: { kind: 'instant', extra: true },
    issued_at: { kind: 'instant', extra: true },
    delivered_at: { kind: 'instant', extra: true },
    days_to_pay: { kind: 'number', extra: true },
    days_in_review: { kind: 'number' },
    days_at_agency: { kind: 'number' },
    days_to_deliver: { kind: 'number' },
    government: { kind: 'money' },
    insurer: { kind: 'money' },
    service: { kind: 'money' },
    delivery: { kind: 'money', extra: true },
    tax: { kind: 'money' },
    total: { kind: 'money' },
    refunded: { kind: 'money' },
    is_example: { kind: 'flag', extra: true },
  },
  filters: {
    created: { kind: 'days' },
    status: { kind: 'choice', values: documentStates, words: 'document_states' },
    region: { kind: 'choice', values: nigerianStates, words: 'nigerian_states' },
    kind: { kind: 'choice', values: documentKinds, words: 'fee_kinds' },
    use: { kind: 'choice', values: vehicleUses, words: 'vehicle_uses' },
    paid: { kind: 'flag' },
    example: { kind: 'flag' },
  },
  report: {
    period: 'created',
    sums: ['government', 'insurer', 'service', 'delivery', 'tax', 'total', 'refunded'],
    groups: {
      day: { filter: 'created', kind: 'day' },
      region: { filter: 'region', kind: 'choice', words: 'nigerian_states' },
      status: { filter: 'status', kind: 'choice', words: 'document_states' },
    },
  },
  sort: '-created_at',
})
