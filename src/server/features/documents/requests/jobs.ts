import type { Job } from '#server/jobs.ts'
import { remindOfInspections } from './inspection-reminders.ts'
import { expireQuotes, quoteWaitingRequests } from './quote.ts'
import { remindOfAnswers } from './reminders.ts'

export const documentRequestsJobs: Job[] = [
  { name: 'quote_waiting_documents', every_s: 60, run: quoteWaitingRequests },
  { name: 'expire_document_quotes', every_s: 60, run: expireQuotes },
  { name: 'remind_of_document_answers', every_s: 900, run: remindOfAnswers },
  { name: 'remind_of_inspections', every_s: 60, run: remindOfInspections },
]
