import { Temporal } from 'temporal-polyfill'
import { denominations, roundToCash, type CashCount } from '#contract/cash/cash.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import { hour_ms, minute_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { getShopBranchById } from '#server/features/branches/shop-branch.ts'
import { priceCart } from '#server/features/cart/price.ts'
import { findCashStep } from '#server/features/cash/entries.ts'
import { sumShift } from '#server/features/cash/figures.ts'
import { approveShift } from '#server/features/cash/shift-records.ts'
import { closeShift, moveCash, openShift } from '#server/features/cash/shifts.ts'
import { loadCatalogue, type ShopItem } from '#server/features/catalogue/catalogue.ts'
import { announceHandIn, collectCash, takeHandIn } from '#server/features/deliveries/cash.ts'
import { advanceOrder } from '#server/features/orders/lifecycle/advance-orders.ts'
import { changeOrderStatus, type OrderRow } from '#server/features/orders/lifecycle/change-status.ts'
import type { OrderAuthor } from '#server/features/orders/lifecycle/end-order.ts'
import { scheduleNextStep } from '#server/features/orders/lifecycle/next-step.ts'
import { makeCart } from '#server/features/orders/phone/lines.ts'
import { createSale } from '#server/features/orders/pos/sell.ts'
import type { Staff } from '#server/features/orders/staff/staff-order.ts'
import { everyScope } from '#server/http/caller.ts'
import {
  creditExample,
  findExampleCouriers,
  findExampleCustomer,
  findExampleEmployee,
  findExampleSeller,
} from './example-people.ts'
import { writeNextExamples, type ExampleKind } from './example-progress.ts'
import { workUntil } from './order-lives.ts'
import { createRandom, type Random } from './random.ts'
import { exampleBranches } from './shop-branches.ts'
import { placeExample, restock } from './shop-order.ts'
import { nameCourier } from './shop-orders.ts'

const days = 7
/** Hours after opening at which something is sold, cash is brought and the register is closed. */
const saleHours = [0.5, 1.4, 2.7, 4.2, 5.9]
const handInHours = 10
const closingHours = 10.5
/** Opening, the sales, what a courier brings, and closing. Each is written by itself, so that nobody waits for a whole shift. */
const stepsOfShift = saleHours.length + 3
export const exampleShiftCount = days * exampleBranches.length
export const exampleShiftSteps = stepsOfShift * exampleShiftCount

export const exampleShifts: ExampleKind = {
  key: 'demo_shifts',
  lock: 727279,
  count: exampleShiftSteps,
  write: writeStep,
}

/**
 * Writes the next few steps of the example shifts, one for each branch on each of the last seven days. Returns how many steps
 * there are.
 */
export const writeExampleShifts = (deps: Deps, count = 2): Promise<number> =>
  writeNextExamples(deps, exampleShifts, count)

interface Day {
  branch: { id: string; slug: string; currency: Currency; country_id: number; language: 'en' | 'fr' }
  /** When the register is opened, at nine o'clock there. */
  opened: Date
  /** What the examples lead up to. */
  until: Date
  random: Random
  /** Of all shifts, from the oldest. */
  index: number
}

async function writeStep(tx: Tx, deps: Deps, done: number, until: Date): Promise<void> {
  const [index, step] = [Math.floor(done / stepsOfShift), done % stepsOfShift]
  const { slug, country_code } = exampleBranches[index % exampleBranches.length]!
  const row = await tx
    .selectFrom('branches as b')
    .innerJoin('registers as r', 'r.branch_id', 'b.id')
    .select(['b.id', 'b.currency', 'b.country_id', 'b.timezone', 'r.id as register_id', 'r.takes_mobile_money'])
    .where('b.slug', '=', slug)
    .where('b.status', '=', 'active')
    .where('r.is_example', '=', true)
    .where('r.status', '=', 'active')
    .executeTakeFirst()
  // Closed by hand in the desk: this one is left out.
  if (row === undefined) return
  const opened = Temporal.Instant.fromEpochMilliseconds(until.getTime())
    .toZonedDateTimeISO(row.timezone)
    .startOfDay()
    .subtract({ days: days - Math.floor(index / exampleBranches.length) })
    .add({ hours: 9 }).epochMilliseconds
  const language = country_code === 'SN' ? 'fr' : 'en'
  const branch = { id: row.id, slug, currency: row.currency as Currency, country_id: row.country_id, language } as const
  const random = createRandom(`example-shift-${index}-${step}`)
  const day: Day = { branch, opened: new Date(opened), until, random, index }
  const user_id = await findExampleSeller(tx, branch, until)
  const seller = (hours: number): Staff => ({
    user_id,
    session_id: '',
    scope: everyScope,
    access: new Map([['pos.sell', everyScope]]),
    language,
    locale: language === 'fr' ? 'fr-SN' : 'en-CA',
    now: new Date(opened + hours * hour_ms),
  })
  if (step === 0) {
    const count = toCount(openingCash[branch.currency], branch.currency)
    await openShift(tx, seller(0), { register_id: row.register_id, count })
    return
  }
  const shift = await tx
    .selectFrom('shifts')
    .select(['id', 'opening_minor'])
    .where('opened_by', '=', user_id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  // Somebody else was at the register.
  if (shift === undefined) return
  const hours = saleHours[step - 1]
  if (hours !== undefined) await sell(tx, deps, day, seller(hours), row.takes_mobile_money)
  else if (step < stepsOfShift - 1) await bringForCash(tx, deps, day, seller(handInHours))
  else await closeCounted(tx, deps, day, shift, seller(closingHours))
}

/** What is in the drawer in the morning, in minor units. */
const openingCash: Record<Currency, bigint> = { NGN: 2_000_000n, CAD: 15_000n, USD: 15_000n, XOF: 25_000n }

/** An amount in the fewest coins and notes. */
function toCount(amount_minor: bigint, currency: Currency): CashCount {
  let rest = amount_minor
  const count: Record<string, number> = {}
  for (const value of denominations[currency]) {
    const pieces = rest / BigInt(value)
    if (pieces > 0n) count[value] = Number(pieces)
    rest -= pieces * BigInt(value)
  }
  return count
}

/** Sells one or two things that need no work: most for cash, some by card or mobile money. */
async function sell(tx: Tx, deps: Deps, { branch, random }: Day, staff: Staff, takesMobile: boolean): Promise<void> {
  const shop = await getShopBranchById(tx, branch.id)
  const catalogue = await loadCatalogue(tx, shop, staff.now)
  const goods = [...catalogue.items.values()].filter(
    ({ kind, paused_until }) => kind === 'good' && paused_until === null,
  )
  if (goods.length === 0) return
  const chosen = [...new Set([random.pick(goods as [ShopItem]), random.pick(goods as [ShopItem])])]
  const lines = chosen.map((item) => ({
    item_id: item.id,
    quantity: random.whole(1, 2),
    ...(item.variations.length > 0 && {
      variation_id: random.pick(item.variations as [(typeof item.variations)[0]]).id,
    }),
  }))
  await restock(
    tx,
    branch.id,
    lines.map(({ item_id, quantity, ...line }) => ({
      item_id,
      quantity,
      variation_id: ('variation_id' in line ? line.variation_id : undefined) ?? null,
    })),
    staff.now,
  )
  const cart = await makeCart(tx, shop, { lines }, { locale: staff.locale, now: staff.now })
  const { sale, sold } = await priceCart(tx, cart, { order_type: 'takeaway' }, undefined, staff.now)
  if (sold.some(({ problem }) => problem !== null)) return
  const total = toMajor(sale.total_minor, branch.currency)
  const share = random.next()
  const number = random.whole(100_000, 999_999)
  await createSale(tx, deps, staff, {
    id: newId(staff.now.getTime()),
    lines,
    total,
    ...(share < 0.3 && { terminal: { amount: total, slip: `EX-${number}` } }),
    ...(takesMobile && share >= 0.3 && share < 0.5 && { mobile: { amount: total, reference: `EX${number}` } }),
  })
}

/**
 * An order that a courier brings and is paid for in cash at the door. They hand the cash in at the register in the evening, but
 * for that of the last day, which they still have.
 */
async function bringForCash(
  tx: Tx,
  deps: Deps,
  { branch, random, opened, until, index }: Day,
  teller: Staff,
): Promise<void> {
  const customer = await findExampleCustomer(tx, branch, random.whole(1, 5), until)
  const order = await placeExample(tx, deps, {
    branch,
    customer,
    random,
    at: new Date(opened.getTime() + 10 * minute_ms),
    toBay: true,
    inCash: true,
    atDoorWithin_ms: 8 * hour_ms,
    credit: creditExample,
  })
  if (order === undefined) return
  const couriers = await findExampleCouriers(tx, branch, until)
  const courier_id = couriers[index % couriers.length]!
  const due_minor = await bring(tx, deps, order, courier_id)
  // Nobody reads their mail.
  await tx.deleteFrom('mails').where('to_address', '=', customer.email).execute()
  if (index >= exampleShiftCount - exampleBranches.length) return
  const amount = toMajor(due_minor, branch.currency)
  await announceHandIn(tx, { ...teller, user_id: courier_id }, { branch_id: branch.id, amount })
  const { id } = await tx
    .selectFrom('hand_ins')
    .select('id')
    .where('courier_id', '=', courier_id)
    .where('state', '=', 'announced')
    .executeTakeFirstOrThrow()
  await takeHandIn(tx, teller, id, amount)
}

/** Brings an order at its time, which is paid at the door. Returns what the courier holds of it, in minor units. */
async function bring(tx: Tx, deps: Deps, order: OrderRow, courier_id: string): Promise<bigint> {
  const start = order.slot_starts_at.getTime()
  const author = (minutes: number, actor: OrderAuthor['actor']): OrderAuthor => ({
    actor,
    actor_id: actor === 'courier' ? courier_id : null,
    at: new Date(start + minutes * minute_ms),
  })
  const out = await workUntil(tx, deps, order, 'out_for_delivery', (step) => author(step * 4 - 20, 'employee'))
  const due_minor = roundToCash(order.total_minor, await findCashStep(tx, order.currency as Currency))
  const collected = toMajor(due_minor, order.currency as Currency)
  const paid = await collectCash(tx, out, courier_id, collected, author(14, 'courier'))
  const brought = await changeOrderStatus(tx, {
    order_id: paid.id,
    to: 'delivered',
    cause: 'handed_over',
    ...author(15, 'courier'),
  })
  const row = await scheduleNextStep(tx, brought, new Date(start + 15 * minute_ms))
  await nameCourier(tx, order.id, [courier_id], 1)
  await advanceOrder(tx, deps, row, new Date(start + 180 * minute_ms))
  return due_minor
}

/** Takes half of the cash to the safe on some days, and closes with the count: right, somewhat off, or so that it was approved. */
async function closeCounted(
  tx: Tx,
  deps: Deps,
  { branch, index }: Day,
  { id: shift_id, opening_minor }: { id: string; opening_minor: bigint },
  seller: Staff,
): Promise<void> {
  const { currency, language } = branch
  const held = async () => opening_minor + (await sumShift(tx, shift_id)).drawer_minor
  if (index % 3 === 0) {
    const note = BigInt(denominations[currency][2]!)
    const amount = toMajor(((await held()) / (2n * note)) * note, currency)
    const reason = language === 'fr' ? 'Mis au coffre' : 'To the safe'
    if (amount > 0) await moveCash(tx, seller, { kind: 'cash_out', amount, reason })
  }
  const expected = await held()
  // Another branch each day.
  const notes = [0, 0, -1, 0, 1, 0, 0, -2][(index + Math.floor(index / exampleBranches.length)) % 8]!
  const off = BigInt(notes * denominations[currency][4]!)
  const why =
    language === 'fr'
      ? ['Trop rendu sur un achat', 'Rendu insuffisant']
      : ['Gave too much change', 'Gave too little change']
  await closeShift(tx, deps, seller, {
    count: toCount(expected + off, currency),
    ...(off !== 0n && { reason: why[off < 0n ? 0 : 1]! }),
  })
  const closed = await tx
    .selectFrom('shifts')
    .select('needs_approval')
    .where('id', '=', shift_id)
    .executeTakeFirstOrThrow()
  // What was closed yesterday is still to be looked at.
  if (!closed.needs_approval || index >= exampleShiftCount - exampleBranches.length) return
  const user_id = await findExampleEmployee(tx, branch.country_id, seller.now)
  const now = new Date(seller.now.getTime() + hour_ms)
  const note = language === 'fr' ? 'Vérifié avec le vendeur' : 'Checked with the seller'
  await approveShift(tx, shift_id, { note }, { scope: everyScope, access: new Map(), user_id, now })
}
