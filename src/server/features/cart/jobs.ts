import type { Job } from '#server/jobs.ts'
import { deleteOldCarts } from './store.ts'

export const cartJobs: Job[] = [
  { name: 'forget_carts', every_s: 3_600, run: ({ db, clock }) => deleteOldCarts(db, clock()) },
]
