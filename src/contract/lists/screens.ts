import type { Permission } from '#contract/permissions.ts'

export const deskGroups = [
  'orders',
  'parking',
  'shop',
  'documents',
  'people',
  'money',
  'reports',
  'content',
  'settings',
  'system',
] as const
export type DeskGroup = (typeof deskGroups)[number]

/**
 * A screen of the desk: its path below `/desk`, the permission that opens it, its place in the menu, and the letter that
 * opens it after `g`. Its title and description are those of its list.
 */
export type DeskScreen = {
  readonly name: string
  readonly permission: Permission
  readonly group: DeskGroup
  readonly letter?: string
}

export const deskScreens = [
  { name: 'online-orders', permission: 'orders.view', group: 'orders', letter: 'o' },
  { name: 'order-board', permission: 'orders.view', group: 'orders', letter: 'w' },
  { name: 'phone-order', permission: 'orders.create', group: 'orders', letter: 'h' },
  { name: 'order-returns', permission: 'returns.view', group: 'orders' },
  { name: 'order-problems', permission: 'returns.view', group: 'orders' },
  { name: 'messages', permission: 'messages.view', group: 'orders', letter: 'm' },
  { name: 'prepared-replies', permission: 'messages.view', group: 'orders' },
  { name: 'bookings', permission: 'bookings.view', group: 'parking', letter: 'k' },
  { name: 'parks', permission: 'parks.view', group: 'parking', letter: 'a' },
  { name: 'gate-scans', permission: 'guards.view', group: 'parking' },
  { name: 'branches', permission: 'branches.view', group: 'shop', letter: 'b' },
  { name: 'items', permission: 'items.view', group: 'shop', letter: 'i' },
  { name: 'stock', permission: 'stock.view', group: 'shop' },
  { name: 'item-categories', permission: 'items.view', group: 'shop' },
  { name: 'item-attributes', permission: 'items.view', group: 'shop' },
  { name: 'offers', permission: 'offers.view', group: 'shop' },
  { name: 'time-slots', permission: 'branches.view', group: 'shop' },
  { name: 'order-setups', permission: 'branches.view', group: 'shop' },
  { name: 'delivery-setups', permission: 'branches.view', group: 'shop' },
  { name: 'delivery-charges', permission: 'branches.view', group: 'shop' },
  { name: 'branch-closures', permission: 'branches.view', group: 'shop' },
  { name: 'documents', permission: 'documents.view', group: 'documents', letter: 'r' },
  { name: 'document-fees', permission: 'document_fees.view', group: 'documents' },
  { name: 'document-fee-table', permission: 'document_fees.view', group: 'documents' },
  { name: 'inspection-appointments', permission: 'documents.view', group: 'documents' },
  { name: 'inspection-centres', permission: 'inspection_centres.view', group: 'documents' },
  { name: 'inspection-closures', permission: 'inspection_centres.view', group: 'documents' },
  { name: 'customers', permission: 'customers.view', group: 'people', letter: 'c' },
  { name: 'employees', permission: 'employees.view', group: 'people', letter: 'e' },
  { name: 'administrators', permission: 'administrators.view', group: 'people' },
  { name: 'roles', permission: 'roles.view', group: 'people' },
  { name: 'partners', permission: 'partners.view', group: 'people', letter: 'p' },
  { name: 'park-claims', permission: 'partner_requests.view', group: 'parking' },
  { name: 'park-listings', permission: 'partner_requests.view', group: 'parking' },
  { name: 'payouts', permission: 'payouts.view', group: 'money' },
  { name: 'park-reports', permission: 'park_reports.view', group: 'parking' },
  { name: 'reviews', permission: 'reviews.view', group: 'content', letter: 'v' },
  { name: 'item-reviews', permission: 'reviews.view', group: 'content' },
  { name: 'events', permission: 'events.view', group: 'content', letter: 't' },
  { name: 'sliders', permission: 'sliders.view', group: 'content' },
  { name: 'pages', permission: 'pages.view', group: 'content' },
  { name: 'coupons', permission: 'coupons.view', group: 'money', letter: 'd' },
  { name: 'leads', permission: 'leads.view', group: 'content' },
  { name: 'transactions', permission: 'transactions.view', group: 'money', letter: 'n' },
  { name: 'top-ups', permission: 'top_ups.view', group: 'money', letter: 'u' },
  { name: 'refunds', permission: 'refunds.view', group: 'money', letter: 'f' },
  { name: 'adjustments', permission: 'adjustments.view', group: 'money' },
  { name: 'money', permission: 'money.view', group: 'money' },
  { name: 'analytics', permission: 'analytics.view', group: 'reports', letter: 'y' },
  { name: 'currencies', permission: 'currencies.view', group: 'settings' },
  { name: 'taxes', permission: 'taxes.view', group: 'settings' },
  { name: 'limits', permission: 'settings.view', group: 'settings' },
  { name: 'mails', permission: 'health.view', group: 'system' },
  { name: 'webhooks', permission: 'health.view', group: 'system' },
  { name: 'failed-work', permission: 'health.view', group: 'system' },
  { name: 'jobs', permission: 'health.view', group: 'system' },
  { name: 'reconciliations', permission: 'health.view', group: 'system' },
  { name: 'search-indexes', permission: 'health.view', group: 'system' },
  { name: 'park-imports', permission: 'health.view', group: 'system' },
  { name: 'audit', permission: 'audit.view', group: 'system', letter: 'l' },
] as const satisfies readonly DeskScreen[]
export type DeskScreenName = (typeof deskScreens)[number]['name']

/** What stands before a record's id in the addresses of the desk, besides the names of screens. */
export const recordNames = [
  'people',
  'order-tickets',
  'order-receipts',
  'item-extras',
  'item-pictures',
  'item-branches',
  'exchange-rates',
] as const

/** The parts of an order's address. */
const orderParts = [undefined, 'receipt', 'tickets']
const profileParts = [undefined, 'edit', 'password']

/** Whether the desk has a page at an address, for those who may open it. Records are not looked up. */
export function isDeskAddress(pathname: string): boolean {
  const [name, id, part, ...rest] = pathname.split('/').filter(Boolean).slice(1)
  if (rest.length > 0) return false
  if (name === undefined) return true
  if (name === 'profile') return part === undefined && profileParts.includes(id)
  if (name === 'orders') return orderParts.includes(part)
  if (name === 'notices') return id === undefined
  if (part !== undefined) return false
  const isScreen = deskScreens.some((screen) => screen.name === name)
  return isScreen || (id !== undefined && recordNames.some((one) => one === name))
}
