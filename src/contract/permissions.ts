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
  employees: { verbs: ['view', 'contacts', 'update'], branch: true },
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

/** What staff and partners may do with car parks. */
const operatorOfParks = ['parks', 'capacity', 'tariffs', 'guards'] as const satisfies readonly (Resource | Permission)[]

/** What staff may do with bookings, up to the lower refund limit. */
const staffOfBookings = [
  'bookings.view',
  'bookings.contacts',
  'bookings.update',
  'bookings.check',
  'bookings.cancel',
  'bookings.refund',
] as const satisfies readonly Permission[]

/**
 * The roles that ship, from the weakest to the strongest, with the permissions that they begin with: `resource` alone means
 * all of its verbs. A role that was changed in the desk keeps its changes; a permission that is new in a release is added to
 * the roles that name it here. `admin` has all permissions, `customer` none, and neither can be changed.
 */
export const shippedRoles = [
  { code: 'customer', name: 'Customer', name_fr: 'Client', grants: [] },
  { code: 'guard', name: 'Guard', name_fr: 'Gardien', grants: ['passes'] },
  { code: 'delivery_boy', name: 'Delivery Boy', name_fr: 'Livreur', grants: ['deliveries.deliver'] },
  {
    code: 'pos_operator',
    name: 'POS Operator',
    name_fr: 'Caissier',
    grants: [
      'dashboard',
      'analytics',
      'coupons.view',
      'orders.view',
      'orders.create',
      'orders.update',
      'deliveries.view',
      'items.view',
      'offers.view',
      'stock.view',
      'messages.view',
      'notes.view',
      'pos.sell',
    ],
  },
  {
    code: 'employee',
    name: 'Employee',
    name_fr: 'Employé',
    grants: [
      'dashboard',
      'analytics',
      'views.save',
      'customers.view',
      'employees.view',
      'coupons.view',
      'branches.view',
      'returns.view',
      'messages.view',
      'messages.create',
      'notes',
      'orders.view',
      'orders.create',
      'orders.update',
      'deliveries.view',
      'deliveries.assign',
      'delivery_boys.view',
      'items.view',
      'offers.view',
      'stock',
      'pos.sell',
      'pos.discount',
    ],
  },
  {
    code: 'branch_manager',
    name: 'Branch Manager',
    name_fr: 'Responsable de site',
    grants: [
      'dashboard',
      'analytics',
      'views.save',
      'parks.view',
      'capacity.view',
      'tariffs.view',
      'bookings.view',
      'customers.view',
      'customers.past',
      'employees',
      'invitations',
      'coupons',
      'transactions',
      'reports.view',
      'audit',
      'branches.view',
      'returns',
      'messages',
      'notes',
      'orders.view',
      'orders.create',
      'orders.update',
      'orders.cancel',
      'orders.refund',
      'deliveries',
      'delivery_boys.view',
      'branches.update',
      'items.view',
      'items.prices',
      'items.pause',
      'offers',
      'stock',
      'pictures',
      'pos',
      'shifts',
    ],
  },
  {
    code: 'partner',
    name: 'Partner',
    name_fr: 'Exploitant',
    grants: [
      'dashboard',
      'analytics',
      'views.save',
      'partners.view',
      'payouts.view',
      'payouts.account',
      'reports.parking',
      ...operatorOfParks,
      'bookings.view',
      'bookings.check',
      'bookings.cancel',
      'passes',
      'invitations',
      'audit',
    ],
  },
  {
    code: 'staff',
    name: 'Staff',
    name_fr: 'Équipe',
    grants: [
      'dashboard',
      'analytics',
      'views.save',
      ...operatorOfParks,
      ...staffOfBookings,
      'passes',
      'park_reports',
      'reviews',
      'events',
      'pages',
      'partners.view',
      'partners.update',
      'partner_requests',
      'payouts.view',
      'customers.view',
      'customers.past',
      'customers.update',
      'customers.wallet',
      'employees.view',
      'employees.contacts',
      'money',
      'transactions',
      'reports.view',
      'reports.parking',
      'top_ups',
      'refunds',
      'coupons.view',
      'coupons.create',
      'coupons.update',
      'branches.view',
      'returns.view',
      'messages',
      'notes',
      'orders.view',
      'deliveries.view',
      'delivery_boys.view',
      'items.view',
      'stock.view',
      'shifts.view',
      'offers.view',
      'offers.create',
      'offers.update',
      'sliders.view',
      'sliders.create',
      'sliders.update',
      'sliders.delete',
      'pictures',
      'documents.view',
      'documents.create',
      'documents.update',
      'document_fees.view',
      'inspection_centres.view',
      'inspection_centres.create',
      'inspection_centres.update',
      'leads',
    ],
  },
  {
    code: 'administrator',
    name: 'Administrator',
    name_fr: 'Administrateur',
    grants: [
      'dashboard',
      'analytics',
      'views',
      ...operatorOfParks,
      ...staffOfBookings,
      'bookings.refund_more',
      'passes',
      'park_reports',
      'reviews',
      'events',
      'pages',
      'partners',
      'partner_requests',
      'payouts',
      'customers.view',
      'customers.past',
      'customers.update',
      'customers.block',
      'customers.wallet',
      'employees',
      'invitations',
      'administrators.view',
      'roles.view',
      'money',
      'transactions',
      'reports',
      'top_ups',
      'refunds',
      'adjustments',
      'coupons',
      'branches',
      'returns',
      'messages',
      'notes',
      'orders.view',
      'orders.create',
      'orders.update',
      'orders.cancel',
      'orders.refund',
      'orders.refund_more',
      'deliveries',
      'delivery_boys',
      'items',
      'offers',
      'sliders',
      'push',
      'stock',
      'pos',
      'shifts',
      'pictures',
      'taxes.view',
      'currencies.view',
      'documents',
      'document_fees',
      'inspection_centres',
      'leads',
      'health',
      'gateways.view',
      'settings',
      'audit',
    ],
  },
  { code: 'admin', name: 'Admin', name_fr: 'Administrateur principal', grants: Object.keys(resources) as Resource[] },
] as const satisfies readonly {
  code: string
  name: string
  name_fr: string
  grants: readonly (Resource | Permission)[]
}[]

export type ShippedRole = (typeof shippedRoles)[number]['code']
export const isShippedRole = (code: string): code is ShippedRole => shippedRoles.some((role) => role.code === code)

/** The permissions that a shipped role begins with. */
export const listGrants = (role: { grants: readonly (Resource | Permission)[] }): Permission[] =>
  role.grants.flatMap((grant): readonly Permission[] =>
    isPermission(grant) ? [grant] : permissions.filter((permission) => permission.startsWith(`${grant}.`)),
  )
