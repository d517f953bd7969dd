/** What waits for somebody, the most urgent first: the menu counts it, and the dashboard shows it before all else. */
export const waitingFigures = [
  'late_orders',
  'open_orders',
  'open_returns',
  'unread_messages',
  'new_messages',
  'documents_waiting',
  'disputes_waiting',
  'open_claims',
  'failed_refunds',
  'payouts_waiting',
  'payees_waiting',
  'open_reports',
  'open_discrepancies',
  'low_stock',
  'failed_mails',
] as const
