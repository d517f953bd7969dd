import { deskList } from '#contract/lists/lists.ts'

/** The log of what staff changed. */
export const auditList = deskList({
  name: 'audit',
  menu: { group: 'system', rank: 80, letter: 'l' },
  permission: 'audit.view',
  columns: {
    at: { kind: 'instant', sortable: true },
    person: { kind: 'text' },
    role: { kind: 'choice', words: 'roles' },
    action: { kind: 'choice', words: 'calls', sortable: true },
    kind: { kind: 'choice', words: 'record_kinds', sortable: true },
    record: { kind: 'code' },
    before: { kind: 'text' },
    after: { kind: 'text' },
    permission: { kind: 'text', extra: true },
    request: { kind: 'code', extra: true },
    network: { kind: 'code', extra: true },
  },
  filters: {
    person: { kind: 'text' },
    kind: { kind: 'text' },
    record: { kind: 'text' },
    at: { kind: 'days' },
  },
  sort: '-at',
})
