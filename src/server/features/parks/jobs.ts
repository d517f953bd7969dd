import type { Job } from '#server/jobs.ts'
import { startPlannedCapacities } from './manage/capacity-steps.ts'
import { startPlannedTariffs, tariffsDue } from './manage/tariff-commands.ts'

export const parksJobs: Job[] = [
  { name: 'start_planned_tariffs', every_s: 20, run: startPlannedTariffs, due: tariffsDue },
  { name: 'start_planned_capacities', every_s: 20, run: startPlannedCapacities },
]
