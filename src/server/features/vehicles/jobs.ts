import type { Job } from '#server/jobs.ts'
import { mailDueReminders } from './reminders.ts'

/** Four times an hour, so that reminders go out soon after 08:00 local time even after downtime. */
export const vehiclesJobs: Job[] = [{ name: 'mail_document_reminders', every_s: 900, run: mailDueReminders }]
