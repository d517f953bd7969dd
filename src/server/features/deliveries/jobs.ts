import type { Job } from '#server/jobs.ts'
import { announceOffers, announceOffersDue } from './announce.ts'
import { deleteOldPositions } from './positions.ts'

export const deliveriesJobs: Job[] = [
  { name: 'forget_positions', every_s: 60, run: deleteOldPositions },
  { name: 'announce_deliveries', every_s: 2, due: announceOffersDue, run: announceOffers },
]
