import type { Deps } from '#server/deps.ts'
import type { Figure } from '#server/http/metrics.ts'

/** How far the index of this process is behind. */
export const searchMetrics = ({ search }: Deps): Figure[] => [
  {
    name: 'parkwell_search_index_age_seconds',
    help: 'Time since the search index of this process was brought up to date',
    read: () => (Date.now() - search.refreshedAt.getTime()) / 1_000,
  },
]
