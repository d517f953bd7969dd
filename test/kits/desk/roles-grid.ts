import type { Resource } from '#contract/permissions.ts'
import type { ShippedRole } from '#contract/shipped-roles.ts'

/** The roles of the grid, in its order, and what they may do with a part of the back office. */
export const gridRoles = [
  'delivery_boy',
  'pos_operator',
  'employee',
  'branch_manager',
  'staff',
  'administrator',
  'admin',
] as const satisfies readonly ShippedRole[]
export type GridRole = (typeof gridRoles)[number]

export interface GridRow {
  name: string
  /** The resources that exist of it; none: its screens come later. */
  resources: readonly Resource[]
  /** One cell for each role: V, C, U, D; O, B or A; verbs of its own. */
  cells: readonly [string, string, string, string, string, string, string]
}

/**
 * The grid of roles as it was specified, in the rows that exist. `–` is no permission, `all` every one; O: one's own records or those assigned, B: those of
 * the person's branches, A: of all branches.
 */
export const grid: readonly GridRow[] = [
  row('dashboard, analytics', ['dashboard', 'analytics'], '–', 'V B, own shift', 'V B', 'V B', 'V A', 'V A'),
  row(
    'orders',
    ['orders'],
    'V U O',
    'V C U B',
    'V C U B',
    'V C U B, cancel, refund up to limit 1',
    'V A',
    'V C U A, cancel, refund up to limit 2',
  ),
  row('returns', ['returns'], '–', '–', 'V B', 'V U B', 'V A', 'V U A'),
  row(
    'items, attributes, categories',
    ['items'],
    '–',
    'V B',
    'V B',
    'V B, the branch’s prices and pauses',
    'V A',
    'V C U D',
  ),
  row('stock', ['stock'], '–', 'V B', 'V U B', 'V U B', 'V A', 'V U A'),
  row(
    'offers, coupons',
    ['offers', 'coupons'],
    '–',
    'V B',
    'V B',
    'V C U D B, only those funded by the branch',
    'V C U A',
    'V C U D',
  ),
  row('sliders, pages, events', ['sliders', 'pages', 'events'], '–', '–', '–', '–', 'V C U D', 'V C U D'),
  row('branches, slots, setup', ['branches'], '–', '–', 'V B', 'V U B', 'V A', 'V C U D'),
  row(
    'customers, addresses',
    ['customers'],
    '–',
    'find by code or phone',
    'V B, last 30 days',
    'V B',
    'V U A',
    'V C U A, block',
  ),
  row('wallet adjustments', ['adjustments'], '–', '–', '–', '–', '–', 'with a second person'),
  row('employees, delivery boys', ['employees'], '–', '–', 'V B', 'V C U D B', 'V A', 'V C U D'),
  row('invitations', ['invitations'], '–', '–', '–', 'C B', '–', 'C A'),
  row('administrators, roles', ['administrators', 'roles'], '–', '–', '–', '–', '–', 'V'),
  row('messages', ['messages'], 'O', 'V B', 'V C B', 'V C U B', 'V C U A', 'all'),
  row('transactions', ['transactions'], '–', '–', '–', 'V B, export', 'V A, export', 'V A, export'),
  row(
    'bookings',
    ['bookings'],
    '–',
    '–',
    '–',
    'V B, without contact details',
    'V U A, refund up to limit 1',
    'V U A, refund up to limit 2',
  ),
  row('car parks, tariffs, capacity', ['parks', 'tariffs', 'capacity'], '–', '–', '–', 'V B', 'V C U', 'V C U D'),
  row('reviews, car park reports', ['reviews', 'park_reports'], '–', '–', '–', '–', 'V U', 'V U D'),
  row('documents, inspection centres', ['documents', 'inspection_centres'], '–', '–', '–', '–', 'V C U', 'V C U D'),
  row('partners, requests', ['partners', 'partner_requests'], '–', '–', '–', '–', 'V U', 'V C U D'),
  row('payouts', ['payouts'], '–', '–', '–', '–', 'V', 'with a second person'),
  row('document fees', ['document_fees'], '–', '–', '–', '–', 'V', 'V C U D'),
  row('leads, reconciliation discrepancies', ['leads', 'money'], '–', '–', '–', '–', 'V U', 'V U'),
  row('settings, languages', ['settings'], '–', '–', '–', '–', '–', 'V U'),
  row('taxes, currencies, gateways', ['taxes', 'currencies', 'gateways'], '–', '–', '–', '–', '–', 'V'),
  row('audit log', ['audit'], '–', '–', '–', 'V B', '–', 'V A'),
  row('emails, webhooks, jobs', ['health'], '–', '–', '–', '–', '–', 'V, retry'),
]

function row(
  name: string,
  resources: readonly Resource[],
  ...cells: readonly [string, string, string, string, string, string]
): GridRow {
  return { name, resources, cells: [...cells, 'all'] }
}
