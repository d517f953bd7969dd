import { expect, test } from 'vitest'
import {
  isForScope,
  permissions,
  resources,
  scopeTypes,
  type Permission,
  type Resource,
} from '#contract/permissions.ts'
import { listGrants, shippedRoles } from '#contract/shipped-roles.ts'
import { grid, gridRoles, type GridRole } from '#test/kits/desk/roles-grid.ts'

const verbsOf = (resource: Resource): readonly string[] => resources[resource].verbs
const grantsOf = (role: string) => listGrants(shippedRoles.find(({ code }) => code === role)!)

const letters = { V: 'view', C: 'create', U: 'update', D: 'delete' } as const
/** What the words of a cell stand for. */
const words: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bcancel\b/, ['cancel']],
  [/refund up to limit/, ['refund']],
  [/refund up to limit 2/, ['refund_more']],
  [/prices and pauses/, ['prices', 'pause']],
  [/\bblock\b/, ['block']],
  [/\bretry\b/, ['retry']],
]

/** The verbs of a resource that a cell of the grid gives, of those that exist. */
function readCell(cell: string, resource: Resource, role: GridRole): string[] {
  const verbs = verbsOf(resource)
  if (cell === 'all') return [...verbs]
  // What is assigned to couriers, and shifts, come with their screens; customers are found where an order is placed.
  if (cell === '–' || / ?\bO$/.test(cell) || cell === 'find by code or phone') return []
  if (cell === 'with a second person') return [...verbs]
  const [first = ''] = cell.split(', ')
  const given = new Set<string>(
    first.split(' ').flatMap((letter) => (letter in letters ? [letters[letter as keyof typeof letters]] : [])),
  )
  for (const [pattern, named] of words) if (pattern.test(cell)) for (const verb of named) given.add(verb)
  // Whoever makes and changes what all branches sell sets its prices too.
  if (resource === 'items' && given.has('create')) for (const verb of ['prices', 'pause']) given.add(verb)
  // Employees alone see customers of the last 30 days alone, and colleagues without how to reach them.
  if (resource === 'customers' && given.has('view') && !cell.includes('last 30 days')) given.add('past')
  if (resource === 'employees' && given.has('view') && role !== 'employee') given.add('contacts')
  return verbs.filter((verb) => given.has(verb))
}

/** Verbs that roles have beside the grid, as they shipped before it. */
const besides: Partial<Record<Resource, readonly string[]>> = {
  bookings: ['contacts', 'check', 'cancel'],
  customers: ['wallet'],
}

test('the roles that ship may do what the grid says, as far as it exists', () => {
  const wrong: string[] = []
  for (const { name, resources: named, cells } of grid)
    for (const resource of named)
      for (const [n, role] of gridRoles.entries()) {
        const granted = grantsOf(role)
        const extra = cells[n] === 'all' ? [] : (besides[resource] ?? [])
        const held = verbsOf(resource).filter(
          (verb) => granted.includes(`${resource}.${verb}` as Permission) && !extra.includes(verb),
        )
        const given = readCell(cells[n]!, resource, role)
        if (held.join() !== given.filter((verb) => !extra.includes(verb)).join())
          wrong.push(`${name}, ${role}: ${resource} has ${held.join()} and not ${given.join()}`)
      }
  expect(wrong).toEqual([])
})

test('what the grid gives for the branches of a person can be held at a branch', () => {
  const wrong = grid.flatMap(({ resources: named, cells }) =>
    named.flatMap((resource) =>
      gridRoles.flatMap((role, n) =>
        / B\b/.test(cells[n]!)
          ? readCell(cells[n]!, resource, role)
              .map((verb) => `${resource}.${verb}` as Permission)
              .filter((permission) => !isForScope(permission, 'branch'))
          : [],
      ),
    ),
  )
  expect(wrong).toEqual([])
})

test('what no cell gives for branches cannot be held at one', () => {
  const given = new Set(
    grid.flatMap(({ resources: named, cells }) =>
      named.flatMap((resource) =>
        gridRoles.flatMap((role, n) =>
          / B\b/.test(cells[n]!) ? readCell(cells[n]!, resource, role).map((verb) => `${resource}.${verb}`) : [],
        ),
      ),
    ),
  )
  const inGrid = new Set<string>(grid.flatMap(({ resources: named }) => named))
  const most = ['orders.refund_more', 'orders.refund_any']
  const wrong = permissions.filter(
    (permission) =>
      inGrid.has(permission.split('.')[0]!) &&
      isForScope(permission, 'branch') &&
      !given.has(permission) &&
      !most.includes(permission),
  )
  expect(wrong).toEqual([])
})

const titles: Record<(typeof scopeTypes)[number], string> = {
  everywhere: 'everywhere',
  country: 'country',
  partner: 'partner',
  branch: 'branch',
  park: 'car park',
}
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** The page of the roles: `npx vitest run test/rules/roles.test.ts -u` writes it. */
function writePage(): string {
  const roles = shippedRoles.filter(({ code }) => code !== 'customer')
  const nameOf = (code: string) => shippedRoles.find((role) => role.code === code)!.name
  return `# Roles, permissions and scopes

\`test/rules/roles.test.ts\` writes this page from the code, and compares the code with the grid: \`npx vitest run test/rules/roles.test.ts -u\`. A feature adds its rows with its screens.

A person has roles, each for a scope: everywhere, a country, a partner, a branch or, for guards, a car park. What they may do with a record is the union of the roles whose scope it is in; a record outside of it is not found, and in no list, count, figure, search, export or message.

- A country has its branches, its partners and its car parks.
- A branch has its orders and what hangs on them, the transfers of its accounts, the coupons and offers that count there, and the car parks that it serves with their bookings. People of a branch do not choose these car parks. Of visits to car parks' pages it is known which partner's they were, not which branch's: there analytics count bookings, and the branch’s carts, checkouts and orders.
- A customer belongs to a branch by an order there; without \`customers.past\` by one of the last 30 days.
- Addresses and phone numbers of customers are for those who may see the customer, everywhere they are named; others see the name. Those of colleagues are for those with \`employees.contacts\`.
- Offers and coupons of a branch are changed by its people where it alone has them and pays for them.

## The grid

V, C, U, D: view, create, update, delete. O: one's own records, or those assigned. B: those of the person's branches. A: of all branches. A cell without one of these is limited by the scope of the role alone.

${table(
  ['', ...gridRoles.map(nameOf)],
  grid.map(({ name, cells }) => [name, ...cells]),
)}

## What each role begins with

The scopes are those for which a permission can be held.

${table(
  ['permission', 'scopes', ...roles.map(({ name }) => name)],
  permissions.map((permission) => [
    `\`${permission}\``,
    scopeTypes
      .filter((scope) => isForScope(permission, scope))
      .map((scope) => titles[scope])
      .join(', '),
    ...roles.map((role) => (listGrants(role).includes(permission) ? '✓' : '')),
  ]),
)}
`
}

test('the page of the roles says what the code does', async () => {
  await expect(writePage()).toMatchFileSnapshot('../../docs/roles.md')
})
