/**
 * Every permission, by resource: `view`, `create`, `update` and `delete`, and verbs of their own. An endpoint's `auth` names
 * one; a role is a set of them. `partner` marks resources that also exist for the car parks of one partner: a person with
 * a role for a partner has these permissions there, and the others nowhere.
 */
export const resources = {
  dashboard: { verbs: ['view'], partner: true },
  analytics: { verbs: ['view'], partner: false },
  parks: { verbs: ['view', 'create', 'update', 'delete', 'claim', 'review'], partner: true },
  tariffs: { verbs: ['view', 'update'], partner: true },
  capacity: { verbs: ['view', 'update'], partner: true },
  guards: { verbs: ['view', 'update'], partner: true },
  bookings: { verbs: ['view', 'contacts', 'update', 'cancel', 'refund'], partner: true },
  passes: { verbs: ['check'], partner: true },
  payouts: { verbs: ['view'], partner: true },
  reports: { verbs: ['view', 'export'], partner: true },
  reviews: { verbs: ['view', 'update', 'delete'], partner: false },
  park_reports: { verbs: ['view', 'update', 'delete'], partner: false },
  events: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  customers: { verbs: ['view', 'create', 'update', 'block', 'export', 'erase'], partner: false },
  partners: { verbs: ['view', 'create', 'update'], partner: false },
  employees: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  administrators: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  roles: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  transactions: { verbs: ['view', 'export'], partner: false },
  top_ups: { verbs: ['view', 'check'], partner: false },
  adjustments: { verbs: ['view', 'create', 'approve'], partner: false },
  money: { verbs: ['view', 'update'], partner: false },
  coupons: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  leads: { verbs: ['view', 'update'], partner: false },
  pages: { verbs: ['view', 'create', 'update', 'delete'], partner: false },
  settings: { verbs: ['view', 'update'], partner: false },
  health: { verbs: ['view', 'retry'], partner: false },
  audit: { verbs: ['view'], partner: true },
  views: { verbs: ['share'], partner: false },
} as const satisfies Record<string, { verbs: readonly string[]; partner: boolean }>

export type Resource = keyof typeof resources
export type Permission = { [R in Resource]: `${R}.${(typeof resources)[R]['verbs'][number]}` }[Resource]

export const permissions: readonly Permission[] = Object.entries(resources).flatMap(([resource, { verbs }]) =>
  verbs.map((verb) => `${resource}.${verb}` as Permission),
)

export const isPermission = (text: string): text is Permission => (permissions as readonly string[]).includes(text)

/** Whether a permission can be held for the car parks of one partner. */
export const isForPartners = (permission: Permission): boolean =>
  resources[permission.slice(0, permission.indexOf('.')) as Resource].partner

/**
 * The roles that ship, from the weakest to the strongest, with the permissions that they begin with: `resource` alone means
 * all of its verbs. A role that was changed in the desk keeps its changes; a permission that is new in a release is added to
 * the roles that name it here. `admin` has all permissions, `customer` none, and neither can be changed.
 */
export const shippedRoles = [
  { code: 'customer', name: 'Customer', name_fr: 'Client', grants: [] },
  { code: 'guard', name: 'Guard', name_fr: 'Gardien', grants: ['passes'] },
  { code: 'delivery_boy', name: 'Delivery Boy', name_fr: 'Livreur', grants: [] },
  { code: 'pos_operator', name: 'POS Operator', name_fr: 'Caissier', grants: ['dashboard'] },
  {
    code: 'employee',
    name: 'Employee',
    name_fr: 'Employé',
    grants: ['dashboard', 'customers.view', 'employees.view', 'coupons.view'],
  },
  {
    code: 'branch_manager',
    name: 'Branch Manager',
    name_fr: 'Responsable de site',
    grants: [
      'dashboard',
      'parks.view',
      'tariffs.view',
      'capacity.view',
      'bookings.view',
      'reports',
      'employees',
      'audit',
    ],
  },
  {
    code: 'partner',
    name: 'Partner',
    name_fr: 'Exploitant',
    grants: [
      'dashboard',
      'parks.view',
      'parks.create',
      'parks.update',
      'parks.claim',
      'tariffs',
      'capacity',
      'guards',
      'bookings.view',
      'passes',
      'payouts',
      'reports',
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
      'parks.view',
      'parks.create',
      'parks.update',
      'parks.review',
      'tariffs',
      'capacity',
      'guards',
      'bookings.view',
      'bookings.contacts',
      'bookings.update',
      'bookings.cancel',
      'bookings.refund',
      'passes',
      'reviews.view',
      'reviews.update',
      'park_reports.view',
      'park_reports.update',
      'events',
      'customers.view',
      'customers.update',
      'partners.view',
      'employees.view',
      'transactions',
      'top_ups',
      'reports',
      'money',
      'coupons.view',
      'coupons.create',
      'coupons.update',
      'leads',
      'pages',
    ],
  },
  {
    code: 'administrator',
    name: 'Administrator',
    name_fr: 'Administrateur',
    grants: [
      'dashboard',
      'analytics',
      'parks',
      'tariffs',
      'capacity',
      'guards',
      'bookings',
      'passes',
      'payouts',
      'reports',
      'reviews',
      'park_reports',
      'events',
      'customers',
      'partners',
      'employees',
      'administrators.view',
      'roles.view',
      'transactions',
      'top_ups',
      'adjustments',
      'money',
      'coupons',
      'leads',
      'pages',
      'settings',
      'health',
      'audit',
      'views',
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
