import type { Job } from '#server/jobs.ts'
import { expireQuotes, quoteWaitingRequests } from './quote.ts'

export const documentRequestsJobs: Job[] = [
  { name: 'quote_waiting_documents', every_s: 60, run: quoteWaitingRequests },
  { name: 'expire_document_quotes', every_s: 60, run: expireQuotes },
]
