import type { Job } from '#server/jobs.ts'
import { deleteOldPositions } from './positions.ts'

export const deliveriesJobs: Job[] = [{ name: 'forget_positions', every_s: 60, run: deleteOldPositions }]
