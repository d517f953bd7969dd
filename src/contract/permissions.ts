/**
 * Every permission that some call or screen asks for, by resource: `view`, `create`, `update` and `delete`, and verbs of their own. An endpoint's `auth` names
 * one; a role is a set of them. `partner` marks resources that also exist for the car parks of one partner, `branch` those
 * that exist for one branch, or the verbs that do: a person with a role for a partner or a branch has these permissions there, and the others
 * nowhere.
 */
export const resources = {
  parks: { verbs: ['view', 'update'], partner: true },
  guards: { verbs: ['view', 'update'], partner: true },
  dashboard: { verbs: ['view'], partner: true, branch: true },
  analytics: { verbs: ['view'], partner: true },
  views: { verbs: ['save', 'share'], partner: true },
  capacity: { verbs: ['view', 'update'], partner: true },
  tariffs: { verbs: ['view', 'update'], partner: true },
  bookings: {
    verbs: ['view', 'contacts', 'update', 'check', 'cancel', 'refund', 'refund_more', 'refund_any'],
    partner: true,
  },
  passes: { verbs: ['check'], partner: true },
  park_reports: { verbs: ['view', 'update'], partner: false },
  reviews: { verbs: ['view', 'update'], partner: false },
  events: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  pages: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  partners: { verbs: ['view', 'create', 'update'], partner: true },
  partner_requests: { verbs: ['view', 'update'], partner: false },
  payouts: { verbs: ['view'], partner: true },
  customers: { verbs: ['view', 'update', 'block', 'wallet', 'delete'], partner: false },
  employees: { verbs: ['view', 'update'], partner: false },
  administrators: { verbs: ['view'], partner: false },
  roles: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  money: { verbs: ['view', 'update'], partner: false },
  transactions: { verbs: ['view'], partner: false },
  top_ups: { verbs: ['view', 'update'], partner: false },
  refunds: { verbs: ['view', 'update'], partner: false },
  adjustments: { verbs: ['view', 'create', 'approve'], partner: false },
  coupons: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  branches: { verbs: ['view', 'create', 'update', 'delete'], partner: false, branch: true },
  items: {
    verbs: ['view', 'create', 'update', 'delete', 'prices', 'pause'],
    partner: false,
    branch: ['view', 'prices', 'pause'],
  },
  stock: { verbs: ['view', 'update'], partner: false, branch: true },
  pictures: { verbs: ['create'], partner: false, branch: true },
  offers: { verbs: ['view', 'create', 'update', 'delete'], partner: false, branch: true },
  sliders: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  currencies: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  taxes: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  orders: {
    verbs: ['view', 'create', 'update', 'cancel', 'refund', 'refund_more', 'refund_any'],
    partner: false,
    branch: true,
  },
  returns: { verbs: ['view', 'update'], partner: false, branch: true },
  messages: { verbs: ['view', 'create', 'update'], partner: false, branch: true },
  documents: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  document_fees: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  inspection_centres: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  leads: { verbs: ['view', 'update'], partner: false },
  health: { verbs: ['view', 'retry'], partner: false },
  settings: { verbs: ['view', 'update'], partner: false },
  audit: { verbs: ['view'], partner: true, branch: true },
} as const satisfies Record<string, { verbs: readonly string[]; partner: boolean; branch?: true | readonly string[] }>

export type Resource = keyof typeof resources
export type Permission = { [R in Resource]: `${R}.${(typeof resources)[R]['verbs'][number]}` }[Resource]

export const permissions: readonly Permission[] = Object.entries(resources).flatMap(([resource, { verbs }]) =>
  verbs.map((verb) => `${resource}.${verb}` as Permission),
)

export const isPermission = (text: string): text is Permission => (permissions as readonly string[]).includes(text)

const resourceOf = (permission: Permission): { partner: boolean; branch?: true | readonly string[] } =>
  resources[permission.slice(0, permission.indexOf('.')) as Resource]

/** Whether a permission can be held for the car parks of one partner. */
export const isForPartners = (permission: Permission): boolean => resourceOf(permission).partner

/** Whether a permission can be held for one branch. */
export function isForBranches(permission: Permission): boolean {
  const { branch = [] } = resourceOf(permission)
  return branch === true || branch.includes(permission.slice(permission.indexOf('.') + 1))
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
  { code: 'delivery_boy', name: 'Delivery Boy', name_fr: 'Livreur', grants: [] },
  {
    code: 'pos_operator',
    name: 'POS Operator',
    name_fr: 'Caissier',
    grants: [
      'orders.view',
      'orders.create',
      'orders.update',
      'items.view',
      'offers.view',
      'stock.view',
      'messages.view',
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
      'orders.view',
      'orders.create',
      'orders.update',
      'items.view',
      'offers.view',
      'stock',
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
      'employees',
      'audit',
      'branches.view',
      'returns',
      'messages',
      'orders.view',
      'orders.create',
      'orders.update',
      'orders.cancel',
      'orders.refund',
      'branches.update',
      'items.view',
      'items.prices',
      'items.pause',
      'offers',
      'stock',
      'pictures',
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
      'payouts',
      ...operatorOfParks,
      'bookings.view',
      'bookings.check',
      'bookings.cancel',
      'passes',
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
      'partners',
      'partner_requests',
      'payouts',
      'customers.view',
      'customers.update',
      'customers.wallet',
      'employees.view',
      'money',
      'transactions',
      'top_ups',
      'refunds',
      'coupons.view',
      'coupons.create',
      'coupons.update',
      'branches.view',
      'returns.view',
      'messages',
      'orders.view',
      'items.view',
      'stock.view',
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
      'customers.update',
      'customers.block',
      'customers.wallet',
      'employees',
      'administrators.view',
      'roles.view',
      'money',
      'transactions',
      'top_ups',
      'refunds',
      'adjustments',
      'coupons',
      'branches',
      'returns',
      'messages',
      'orders.view',
      'orders.create',
      'orders.update',
      'orders.cancel',
      'orders.refund',
      'orders.refund_more',
      'items',
      'offers',
      'sliders',
      'stock',
      'pictures',
      'taxes.view',
      'currencies.view',
      'documents',
      'document_fees',
      'inspection_centres',
      'leads',
      'health',
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

/** The permissions that a shipped role begins with. */
export const listGrants = (role: { grants: readonly (Resource | Permission)[] }): Permission[] =>
  role.grants.flatMap((grant): readonly Permission[] =>
    isPermission(grant) ? [grant] : permissions.filter((permission) => permission.startsWith(`${grant}.`)),
  )
