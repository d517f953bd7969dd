import { deskList } from '#contract/lists/lists.ts'
import { discrepancyProviders } from '../money-discrepancies.ts'

/** What a day was compared for. */
export const comparedMoney = ['payments', 'payouts'] as const

/** The days whose payments, and whose payouts, were compared with those of a provider. */
export const reconciliationList = deskList({
  name: 'reconciliations',
  menu: { group: 'money', rank: 80, under: 'money' },
  permission: 'health.view',
  columns: {
    day: { kind: 'day', sortable: true },
    provider: { kind: 'choice', words: 'providers' },
    compared: { kind: 'choice', words: 'compared' },
    differences: { kind: 'number', sortable: true },
    listed: { kind: 'number' },
    started_at: { kind: 'instant' },
    finished_at: { kind: 'instant', sortable: true },
  },
  filters: {
    provider: { kind: 'choice', values: discrepancyProviders, words: 'providers' },
    compared: { kind: 'choice', values: comparedMoney, words: 'compared' },
    unfinished: { kind: 'flag' },
  },
  sort: '-day',
})
