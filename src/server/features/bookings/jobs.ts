import type { Job } from '#server/work.ts'
import { forgetQuotes } from './quotes.ts'

export const bookingsJobs: Job[] = [{ name: 'forget quotes', every_s: 3_600, run: forgetQuotes }]
