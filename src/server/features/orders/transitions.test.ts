import { expect, test } from 'vitest'
import { orderStatuses, orderTypes, type OrderStatus, type OrderType } from '#contract/orders/order-states.ts'
import { findOrderTransition, isOrderTransitionAllowed, orderTransitions, type OrderActor } from './transitions.ts'

const actors: OrderActor[] = ['customer', 'seller', 'employee', 'manager', 'courier', 'clock']
const causes = [...new Set(orderTransitions.map(({ cause }) => cause))]
const starts: (OrderStatus | null)[] = [null, ...orderStatuses]

/** Everything that the table allows for a type of order, found by asking for every pair. */
const listAllowed = (type: OrderType) =>
  starts.flatMap((from) =>
    orderStatuses.flatMap((to) =>
      causes.flatMap((cause) => {
        const who = actors.filter((actor) => isOrderTransitionAllowed({ from, to, type }, cause, actor))
        return who.length === 0 ? [] : [`${from ?? '–'} → ${to} ${cause}: ${who.join(', ')}`]
      }),
    ),
  )

const staff = 'employee, manager'
const ofBoth = [
  `– → pending placed: customer, ${staff}`,
  `– → pending held: customer, seller, ${staff}`,
  `– → accepted sold: seller, ${staff}`,
  `pending → accepted accepted: ${staff}, clock`,
  `pending → rejected rejected: ${staff}`,
  'pending → rejected not_answered: clock',
  'pending → accepted sold: customer',
  'pending → canceled customer: customer',
  ...['pending', 'accepted'].map((from) => `${from} → canceled withdrawn: ${staff}`),
  'pending → canceled hold_over: seller, clock',
  'accepted → canceled customer: customer',
  ...['accepted', 'processing', 'preparing', 'ready'].map((from) => `${from} → canceled branch: manager`),
  ...['pending', 'accepted', 'processing', 'preparing', 'ready'].map(
    (from) => `${from} → canceled replaced: customer, ${staff}`,
  ),
  `accepted → processing started: ${staff}`,
  ...['accepted', 'processing'].map((from) => `${from} → preparing prepared: ${staff}`),
  ...['accepted', 'processing', 'preparing'].map((from) => `${from} → ready ready: ${staff}`),
  ...['delivered', 'completed'].map((from) => `${from} → returned returned: manager`),
]

test('allows exactly the transitions of the table, for every pair of states, cause, type and actor', () => {
  expect(listAllowed('delivery').toSorted()).toEqual(
    [
      ...ofBoth,
      `processing → delivered done_at_bay: ${staff}`,
      `ready → out_for_delivery picked_up: ${staff}, courier`,
      `out_for_delivery → ready returned_to_branch: ${staff}, courier`,
      `out_for_delivery → delivered handed_over: ${staff}, courier`,
      'out_for_delivery → canceled undeliverable: manager',
      'delivered → completed confirmed: customer, clock',
    ].toSorted(),
  )
  expect(listAllowed('takeaway').toSorted()).toEqual(
    [
      ...ofBoth,
      `– → completed sold_and_handed_over: seller, ${staff}`,
      'pending → completed sold_and_handed_over: customer',
      `ready → completed collected: seller, ${staff}`,
      'ready → canceled not_collected: clock',
    ].toSorted(),
  )
})

test('reaches every state that a type has, and final states never change', () => {
  for (const type of orderTypes) {
    const rows = orderTransitions.filter((row) => row.type === 'both' || row.type === type)
    const reached = new Set<OrderStatus | null>([null])
    for (let round = 0; round < orderStatuses.length; round += 1)
      for (const { from, to } of rows) if (reached.has(from)) reached.add(to)
    const missing = orderStatuses.filter((status) => !reached.has(status))
    expect([type, missing]).toEqual([type, type === 'delivery' ? [] : ['out_for_delivery', 'delivered']])
    const left = new Set<OrderStatus | null>(rows.map(({ from }) => from))
    for (const over of ['canceled', 'rejected', 'returned'] as const) expect(left.has(over)).toBe(false)
  }
})

test('tells the customer of each step what the table says, once for each type and actor', () => {
  for (const type of orderTypes)
    for (const { from, to, cause, who } of orderTransitions)
      for (const actor of who) {
        const rows = orderTransitions.filter(
          (row) =>
            row.from === from &&
            row.to === to &&
            row.cause === cause &&
            (row.type === 'both' || row.type === type) &&
            (row.who as readonly OrderActor[]).includes(actor),
        )
        expect(rows.length, `${from ?? '–'} → ${to} ${cause} of ${type} by ${actor}`).toBeLessThan(2)
      }
  const newsOf = (...change: Parameters<typeof findOrderTransition>) => findOrderTransition(...change)?.news
  const ready = { from: 'preparing', to: 'ready' } as const
  expect(newsOf({ ...ready, type: 'takeaway' }, 'ready', 'employee')).toBe('ready')
  expect(newsOf({ ...ready, type: 'delivery' }, 'ready', 'employee')).toBe('ready_for_delivery')
  const held = { from: null, to: 'pending', type: 'delivery' } as const
  expect(newsOf(held, 'held', 'customer')).toBeNull()
  expect(newsOf(held, 'held', 'manager')).toBe('pay_link')
})
