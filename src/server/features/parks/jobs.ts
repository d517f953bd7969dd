import type { Job } from '#server/jobs.ts'
import { startPlannedTariffs } from './manage/tariff-commands.ts'

export const parksJobs: Job[] = [{ name: 'start_planned_tariffs', every_s: 20, run: startPlannedTariffs }]
