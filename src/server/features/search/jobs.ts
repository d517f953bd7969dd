import type { Job } from '#server/jobs.ts'
import { storeIndexState } from './live/index-state.ts'

/** Applies changes of parks and places to this process's index within two seconds. */
export const searchJobs: Job[] = [
  {
    name: 'search_index',
    every_s: 0.5,
    only_reads: true,
    due: 'change',
    run: ({ search, db, clock }) => search.refresh(db, clock()),
  },
  { name: 'search_index_state', every_s: 60, run: storeIndexState },
]
