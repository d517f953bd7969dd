/** What a role can be held for: everything, a country with its branches and car parks, a partner, a branch, a car park. */
export const scopeTypes = ['everywhere', 'country', 'partner', 'branch', 'park'] as const
export type ScopeType = (typeof scopeTypes)[number]

/** All verbs of a resource, or some. */
type Verbs = true | readonly string[]
interface PlacedResource {
  readonly verbs: readonly string[]
  readonly partner?: Verbs
  readonly branch?: Verbs
  readonly park?: Verbs
}

/**
 * Every permission that some call or screen asks for, by resource: `view`, `create`, `update` and `delete`, and verbs of
 * their own. An endpoint's `auth` names one; a role is a set of them. `partner`, `branch` and `park` say which can be held for
 * one of them: there a person has them, and nowhere else. What can be held for a partner or a branch can be for a country.
 */
export const resources = {
  parks: { verbs: ['view', 'update'], partner: true, branch: ['view'] },
  guards: { verbs: ['view', 'update'], partner: true },
  dashboard: { verbs: ['view'], partner: true, branch: true },
  analytics: { verbs: ['view'], partner: true, branch: true },
  // `credit`: what customers have in their wallets. `parking`: figures of car parks, also of one’s own. `close`: months of the
  // journal, for good.
  reports: {
    verbs: ['view', 'credit', 'parking', 'journal', 'close', 'schedule'],
    partner: ['parking'],
    branch: ['view'],
  },
  views: { verbs: ['save', 'share'], partner: true, branch: ['save'] },
  capacity: { verbs: ['view', 'update'], partner: true, branch: ['view'] },
  tariffs: { verbs: ['view', 'update'], partner: true, branch: ['view'] },
  bookings: {
    verbs: ['view', 'contacts', 'update', 'check', 'cancel', 'refund', 'refund_more', 'refund_any'],
    partner: true,
    branch: ['view'],
  },
  passes: { verbs: ['check'], partner: true, park: true },
  park_reports: { verbs: ['view', 'update'] },
  reviews: { verbs: ['view', 'update'] },
  events: { verbs: ['view', 'create', 'update', 'delete'] },
  pages: { verbs: ['view', 'create', 'update', 'delete'] },
  partners: { verbs: ['view', 'create', 'update'], partner: true },
  partner_requests: { verbs: ['view', 'update'] },
  // `account`: one’s own identity and account, and asking for a payout. `update`: terms and identities of others.
  payouts: { verbs: ['view', 'account', 'update', 'approve'], partner: ['view', 'account'] },
  // `past`: also those whose last order is more than 30 days ago, and those who never ordered.
  customers: { verbs: ['view', 'past', 'update', 'block', 'wallet', 'delete'], branch: ['view', 'past'] },
  employees: { verbs: ['view', 'contacts', 'update'], partner: true, branch: true },
  // Who invites sees what they may invite to, sends it again and withdraws it.
  invitations: { verbs: ['create'], partner: true, branch: true },
  administrators: { verbs: ['view'] },
  roles: { verbs: ['view', 'create', 'update', 'delete'] },
  money: { verbs: ['view', 'update'] },
  transactions: { verbs: ['view'], branch: true },
  top_ups: { verbs: ['view', 'update'] },
  // `evidence`: all that we hold about a disputed payment, in one file.
  refunds: { verbs: ['view', 'update', 'evidence'] },
  adjustments: { verbs: ['view', 'create', 'approve'] },
  coupons: { verbs: ['view', 'create', 'update', 'delete'], branch: true },
  branches: { verbs: ['view', 'create', 'update', 'delete'], branch: ['view', 'update'] },
  items: { verbs: ['view', 'create', 'update', 'delete', 'prices', 'pause'], branch: ['view', 'prices', 'pause'] },
  stock: { verbs: ['view', 'update'], branch: true },
  pictures: { verbs: ['create'], branch: true },
  offers: { verbs: ['view', 'create', 'update', 'delete'], branch: true },
  sliders: { verbs: ['view', 'create', 'update', 'delete'] },
  // Messages to the devices of customers.
  push: { verbs: ['view', 'create', 'update', 'delete'] },
  currencies: { verbs: ['view', 'create', 'update', 'delete'] },
  taxes: { verbs: ['view', 'create', 'update', 'delete'] },
  orders: { verbs: ['view', 'create', 'update', 'cancel', 'refund', 'refund_more', 'refund_any'], branch: true },
  // `assign`: to couriers. `deliver`: as a courier of the places that the role is held for.
  deliveries: { verbs: ['view', 'assign', 'deliver'], branch: true },
  delivery_boys: { verbs: ['view'], branch: true },
  // `sell`: with a shift of one’s own. `discount`: up to the branch’s percentage. `approve`: by a code, what a seller may not
  // do alone. `shifts.approve`: what the count of another’s shift differs by.
  pos: { verbs: ['sell', 'discount', 'approve'], branch: true },
  shifts: { verbs: ['view', 'approve'], branch: true },
  returns: { verbs: ['view', 'update'], branch: true },
  messages: { verbs: ['view', 'create', 'update'], branch: true },
  notes: { verbs: ['view', 'create'], branch: true },
  documents: { verbs: ['view', 'create', 'update', 'delete'] },
  document_fees: { verbs: ['view', 'create', 'update', 'delete'] },
  inspection_centres: { verbs: ['view', 'create', 'update', 'delete'] },
  leads: { verbs: ['view', 'update'] },
  health: { verbs: ['view', 'retry'] },
  gateways: { verbs: ['view', 'update'] },
  settings: { verbs: ['view', 'update'] },
  audit: { verbs: ['view'], partner: true, branch: true },
} as const satisfies Record<string, PlacedResource>

export type Resource = keyof typeof resources
export type Permission = { [R in Resource]: `${R}.${(typeof resources)[R]['verbs'][number]}` }[Resource]

export const permissions: readonly Permission[] = Object.entries(resources).flatMap(([resource, { verbs }]) =>
  verbs.map((verb) => `${resource}.${verb}` as Permission),
)

export const isPermission = (text: string): text is Permission => (permissions as readonly string[]).includes(text)

/** Whether a permission can be held for places of a type. */
export function isForScope(permission: Permission, scope: ScopeType): boolean {
  if (scope === 'everywhere') return true
  if (scope === 'country') return isForScope(permission, 'partner') || isForScope(permission, 'branch')
  const dot = permission.indexOf('.')
  const resource: PlacedResource = resources[permission.slice(0, dot) as Resource]
  const verbs = resource[scope] ?? []
  return verbs === true || verbs.includes(permission.slice(dot + 1))
}
