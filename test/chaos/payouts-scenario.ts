import { sql } from 'kysely'
import { expect } from 'vitest'
import { extendBooking } from '#contract/bookings/booking-changes.ts'
import { changeBookingStatus } from '#contract/bookings/bookings.ts'
import { refundBookingByStaff } from '#contract/bookings/desk/booking-refunds.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { currencyOf } from '#contract/formats.ts'
import { chargedUnit, toMajor, type Currency } from '#contract/money.ts'
import * as orders from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import { addPartnerPark, removePartnerPark } from '#contract/partners/desk/partners.ts'
import { verifyAccount } from '#contract/payouts/desk/accounts.ts'
import { proposePayout, setPayeeTerms } from '#contract/payouts/desk/payees.ts'
import { approvePayout, cancelPayout, markPayoutPaid, markPayoutReturned } from '#contract/payouts/desk/payouts.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { quarter_ms } from '#contract/time.ts'
import { createRandom, type Random } from '#server/features/demo/random.ts'
import { addMissingPayees } from '#server/features/payouts/payees.ts'
import { payAs } from '#simulators/test-kit.ts'
import { buildPaidBooking, setBalance } from '#test/kits/bookings-kit.ts'
import { findOrCreatePartner } from '#test/kits/desk/access-kit.ts'
import {
  callSetAccount,
  findPayee,
  payoutAccounts,
  updateConfirmed,
  updatePayable,
} from '#test/kits/desk/payouts-kit.ts'
import { buildOrder, buildStock } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem, places } from '#test/kits/shop-kit.ts'
import type { WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver, TestPark } from '#test/kits/world.ts'
import { buildRegister, takeCash } from './payouts-cash.ts'

/*
 * What operators and branches of four countries sell in three months, and what staff do about their payouts. The scenario
 * keeps books of its own: for whom each booking was sold, at which commission.
 */

/** A payee with the terms that the scenario has agreed with it. */
export interface Seller {
  payee_id: string
  name: string
  country_code: CountryCode
  currency: Currency
  /** Thousandths of a percent, from now on. */
  commission: number
}
interface ParkSale {
  booking_id: string
  park_id: string
  country_code: CountryCode
  /** In minor units. */
  price_minor: bigint
}
interface Place {
  park: TestPark
  country_code: CountryCode
  seller: Seller
}
interface Branch {
  id: string
  register_id: string
  currency: string
  item_id: string
  stock: string
  country_code: CountryCode
  seller: Seller
}

export interface Scenario {
  world: WalletWorld
  random: Random
  admins: [Driver, Driver]
  drivers: Record<CountryCode, Driver>
  sellers: Seller[]
  places: Place[]
  branches: Branch[]
  /** By the code of a booking: for whom it was sold, and at which rate. */
  sold: Map<string, { payee_id: string; rate: number }>
  /** By the number of an order. */
  ordered: Map<string, string>
  /** By branch, the cash in minor units that its branch has taken for us. */
  cash: Map<string, bigint>
  refundable: ParkSale[]
}

const countryCodes = ['NG', 'SN', 'CA', 'US'] as const
/** What an hour costs. */
const hourly_minor = { NG: 200_000n, SN: 2_000n, CA: 1_000n, US: 1_000n } as const

/** Two operators with a car park each and a branch in each country, all of whom can be paid. */
export async function createScenario(world: WalletWorld, seed: string): Promise<Scenario> {
  const random = createRandom(seed)
  const admins: [Driver, Driver] = [
    await world.buildDriver({ role: 'administrator' }),
    await world.buildDriver({ role: 'administrator' }),
  ]
  const scenario: Scenario = {
    world,
    random,
    admins,
    drivers: {} as Scenario['drivers'],
    sellers: [],
    places: [],
    branches: [],
    sold: new Map(),
    ordered: new Map(),
    cash: new Map(),
    refundable: [],
  }
  for (const country_code of countryCodes) {
    const driver = await world.buildDriver({ country_code })
    await setBalance(world, driver, hourly_minor[country_code] * 5_000n, currencyOf(country_code))
    scenario.drivers[country_code] = driver
    for (const which of ['First', 'Second']) await addOperator(scenario, country_code, `${which} ${country_code}`)
    await addBranch(scenario, country_code)
  }
  await updateConfirmed(world, ...admins)
  return scenario
}

async function addSeller(
  { world, admins: [staff], sellers }: Scenario,
  country_code: CountryCode,
  payee_id: string,
  name: string,
): Promise<Seller> {
  await updatePayable(world, { payee_id, country_code, owner: staff, staff })
  const seller = { payee_id, name, country_code, currency: currencyOf(country_code), commission: 0 }
  sellers.push(seller)
  return seller
}

async function addOperator(scenario: Scenario, country_code: CountryCode, name: string): Promise<void> {
  const { world } = scenario
  const { timezone, ...place } = places[country_code]
  const park = await world.buildPark({
    ...place,
    timezone,
    country_code,
    partner: name,
    capacity: 40,
    increment_minor: hourly_minor[country_code],
    day_cap_minor: null,
  })
  const { id } = await findPayee(world, await findOrCreatePartner(world.db, country_code, name))
  const seller = await addSeller(scenario, country_code, id, name)
  scenario.places.push({ park, country_code, seller })
  await changeTerms(scenario, seller)
}

async function addBranch(scenario: Scenario, country_code: CountryCode): Promise<void> {
  const { world, admins } = scenario
  const currency = currencyOf(country_code)
  const branch = await buildBranch(world, admins[0].token, { country_code, name: `Branch ${country_code}` })
  const item_id = await buildItem(world, {
    slug: `wipers-${currency.toLowerCase()}`,
    prices: { [currency]: hourly_minor[country_code] },
  })
  const stock = await buildStock(world, branch.id, item_id, 10_000)
  await addMissingPayees(world.db, world.clock.now)
  const { id } = await world.db
    .selectFrom('payees')
    .select('id')
    .where('branch_id', '=', branch.id)
    .executeTakeFirstOrThrow()
  const seller = await addSeller(scenario, country_code, id, `Branch ${country_code}`)
  const register_id = await buildRegister(scenario, branch.id)
  scenario.branches.push({ id: branch.id, register_id, currency, item_id, stock, country_code, seller })
}

/** Agrees other terms with an operator from now on. */
async function changeTerms({ world, random, admins: [staff] }: Scenario, seller: Seller): Promise<void> {
  const percent = random.pick([0, 5, 7.5, 12.125, 20])
  const body = {
    commission: percent,
    schedule: random.pick(['weekly', 'weekly', 'weekly', 'monthly', 'on_request']),
    minimum: 1,
    reserve: random.pick([0, 0, 10]),
    reserve_days: 14,
  }
  await expectDone(world.call(setPayeeTerms, { token: staff.token, params: { id: seller.payee_id }, body }))
  seller.commission = percent * 1_000
}

async function expectDone(call: Promise<{ status: number; problem: unknown }>): Promise<void> {
  const { status, problem } = await call
  expect(status, JSON.stringify(problem)).toBeLessThan(300)
}

type Deed = (scenario: Scenario) => Promise<void>
const deeds: readonly (readonly [weight: number, deed: Deed])[] = [
  [12, book],
  [5, order],
  [5, (scenario) => refundLater(scenario)],
  [1, (scenario) => changeTerms(scenario, scenario.random.pick(operatorsOf(scenario)))],
  [2, sellForCash],
  [1, changeAccount],
  [1, askForPayout],
  [1, disputeTopUp],
]
const operatorsOf = ({ places: all }: Scenario) => all.map(({ seller }) => seller) as [Seller, ...Seller[]]

/** Does random things, some minutes or hours apart, for about the time that is given. */
export async function sell(scenario: Scenario, count: number, hours: number): Promise<void> {
  const { random, world } = scenario
  const sum = deeds.reduce((total, [weight]) => total + weight, 0)
  for (let n = 0; n < count; n += 1) {
    let left = random.next() * sum
    const [, deed] = deeds.find(([weight]) => (left -= weight) < 0)!
    await deed(scenario)
    world.clock.advance(random.whole(1, Math.ceil((hours * 120) / count)))
  }
}

/** Somebody books; the booking may be extended, cancelled or partly refunded at once. */
async function book(scenario: Scenario): Promise<void> {
  const { world, random, drivers, admins, sold, refundable } = scenario
  const { park, country_code, seller } = random.pick(scenario.places as [Place, ...Place[]])
  const driver = drivers[country_code]
  const hours = random.whole(1, 6)
  const booking = await buildPaidBooking(world, driver, park, 4, hours * 4)
  sold.set(booking.booking_code, { payee_id: seller.payee_id, rate: seller.commission })
  const price_minor = hourly_minor[country_code] * BigInt(hours)
  const draw = random.next()
  const params = { id: booking.id }
  if (draw < 0.15) {
    const new_end_time = new Date(Date.parse(booking.end_time) + random.whole(1, 8) * quarter_ms).toISOString()
    const body = { booking_id: booking.id, new_end_time, again: true }
    await expectDone(world.call(extendBooking, { token: driver.token, body }))
  } else if (draw < 0.3) {
    const query = { status: 'cancelled' }
    await expectDone(world.call(changeBookingStatus, { token: driver.token, params, query }))
    return
  } else if (draw < 0.5) {
    const amount = partOf(scenario, price_minor, currencyOf(country_code))
    const body = { cause: 'goodwill', bearer: 'operator', amount, message: 'Sorry for the trouble.' }
    await expectDone(world.call(refundBookingByStaff, { token: admins[0].token, params, body }))
    return
  }
  refundable.push({ booking_id: booking.id, park_id: park.id, country_code, price_minor })
}

/** Up to two fifths of an amount, in major units that are charged. */
function partOf({ random }: Scenario, amount_minor: bigint, currency: Currency): number {
  const unit = chargedUnit(currency)
  const units = Number((amount_minor * 2n) / (5n * unit))
  return toMajor(BigInt(random.whole(1, Math.max(1, units))) * unit, currency)
}

/** Refunds a part of an old booking, whoever has its car park by now. */
async function refundLater(scenario: Scenario, park_id?: string): Promise<void> {
  const { world, random, refundable, admins } = scenario
  const sales = refundable.filter((sale) => park_id === undefined || sale.park_id === park_id)
  const sale = sales[random.whole(0, sales.length - 1)]
  if (sale === undefined) return
  refundable.splice(refundable.indexOf(sale), 1)
  const { booking_id, country_code, price_minor } = sale
  const amount = partOf(scenario, price_minor, currencyOf(country_code))
  const body = { cause: 'goodwill', bearer: 'operator', amount, message: 'Sorry for the trouble.' }
  await expectDone(world.call(refundBookingByStaff, { token: admins[0].token, params: { id: booking_id }, body }))
}

/** Somebody orders at a branch, and has it handed over; a part of it may be refunded. */
async function order(scenario: Scenario): Promise<void> {
  const { world, random, drivers, admins, ordered } = scenario
  const branch = random.pick(scenario.branches as [Branch, ...Branch[]])
  const { item_id, stock, country_code, seller } = branch
  const goods_minor = hourly_minor[country_code] * BigInt(random.whole(1, 4)) * 2n
  const placed = await buildOrder(world, drivers[country_code], branch, {
    lines: [{ item_id, quantity: 2, goods_minor, stock_level_id: stock }],
    commission: random.pick([0n, 10_000n, 15_000n]),
  })
  ordered.set(placed.order_number, seller.payee_id)
  const act = (endpoint: Endpoint, body?: object) =>
    expectDone(
      world.call(endpoint as typeof orders.acceptOrder, {
        token: admins[0].token,
        params: { id: placed.id },
        ...(body && { body }),
      }),
    )
  await act(orders.acceptOrder, {})
  await act(orders.prepareOrder)
  await act(orders.markOrderReady)
  await act(orders.handOverOrder, { code: placed.order_number })
  if (!random.chance(0.3)) return
  const amount = partOf(scenario, goods_minor, branch.currency as Currency)
  await act(refundOrderByStaff, { amount, cause: 'goodwill', reason: 'Sorry' })
}

/** A branch takes cash over the counter, which it keeps. */
async function sellForCash(scenario: Scenario): Promise<void> {
  const { id, register_id, item_id, seller } = scenario.random.pick(scenario.branches as [Branch, ...Branch[]])
  const { cash_minor, order_numbers } = await takeCash(scenario, { register_id, item_id })
  for (const number of order_numbers) scenario.ordered.set(number, seller.payee_id)
  scenario.cash.set(id, (scenario.cash.get(id) ?? 0n) + cash_minor)
}

/** Somebody sets another account for payouts, which waits for three days. */
async function changeAccount({ world, random, sellers, admins: [staff] }: Scenario): Promise<void> {
  const { payee_id, country_code } = random.pick(sellers as [Seller, ...Seller[]])
  // At Stripe, accounts change on its own page.
  if (country_code === 'US') return
  const other = random.pick(otherAccounts[country_code])
  const set = callSetAccount(world, payee_id, staff, { ...payoutAccounts[country_code], ...other })
  await expectDone(set)
  if ((await set).body.account_state === 'pending')
    await expectDone(world.call(verifyAccount, { token: staff.token, params: { id: payee_id } }))
}

const otherAccounts = {
  NG: [{ number: '0000000018' }, {}],
  SN: [{ mobile: '77 765 43 21' }, {}],
  CA: [{ number: '7654321' }, {}],
} as const

async function askForPayout({ world, random, sellers, admins: [staff] }: Scenario): Promise<void> {
  const { payee_id } = random.pick(sellers as [Seller, ...Seller[]])
  const { status } = await world.call(proposePayout, { token: staff.token, params: { id: payee_id } })
  // Nothing can be paid, or a payout is under way.
  expect([200, 409]).toContain(status)
}

/** A driver disputes a top-up at the bank and wins: it is the driver’s debt, and no operator’s. */
async function disputeTopUp({ world, random, drivers }: Scenario): Promise<void> {
  const country_code = random.pick(['NG', 'US'] as const)
  const { reference, page, provider } = await world.startTopUp(
    drivers[country_code],
    country_code === 'NG' ? 1_500 : 20,
  )
  await payAs(page, 'success')
  await world.verify(drivers[country_code], reference)
  const desk = world.simulators.control.desks[provider]
  await desk.dispute!(reference)
  await desk.closeDispute!(reference, 'lost')
}

/** Staff approve most of what is proposed, cancel some, and make and record bank transfers, of which some come back. */
export async function workOnPayouts(scenario: Scenario): Promise<void> {
  const { world, random, admins } = scenario
  await updateConfirmed(world, ...admins)
  const rows = await world.db
    .selectFrom('payouts')
    .select(['id', 'state', 'method', 'needs_second'])
    .where('state', 'in', ['proposed', 'approved', 'paid'])
    .orderBy('number')
    .execute()
  for (const { id, state, method, needs_second } of rows) {
    const act = (endpoint: typeof cancelPayout | typeof markPayoutPaid | typeof markPayoutReturned, body: object) =>
      expectDone(world.call(endpoint, { token: admins[0].token, params: { id }, body }))
    const draw = random.next()
    if (state === 'proposed' && draw < 0.9) {
      const approve = ({ token }: Driver) => world.call(approvePayout, { token, params: { id } })
      const approved = [await approve(admins[0]), ...(needs_second ? [await approve(admins[1])] : [])]
      // A refund meanwhile: less is owed by now.
      if (approved.some(({ problem }) => problem?.code === 'balance_changed'))
        await act(cancelPayout, { reason: 'Less is owed' })
      else for (const answer of approved) await expectDone(Promise.resolve(answer))
    } else if (state === 'proposed' && draw < 0.95) await act(cancelPayout, { reason: 'Not now' })
    else if (method === 'bank' && state === 'approved' && draw < 0.8)
      await act(markPayoutPaid, { bank_reference: 'EFT 1' })
    else if (method === 'bank' && state === 'approved' && draw < 0.9)
      await act(markPayoutReturned, { reason: 'Closed' })
    else if (method === 'bank' && state === 'paid' && draw < 0.02) await act(markPayoutReturned, { reason: 'Closed' })
  }
  // Owners whose account was refused enter it again.
  await sql`update payout_accounts set state = 'verified' where state = 'refused'`.execute(world.db)
}

/** The first operator of a country gives its car park to the second one; some of what it sold is refunded afterwards. */
export async function handOver(scenario: Scenario, country_code: CountryCode): Promise<void> {
  const { world, admins, places: all } = scenario
  const [first, second] = all.filter((place) => place.country_code === country_code)
  const change = async (endpoint: typeof addPartnerPark | typeof removePartnerPark, { name }: Seller) => {
    const id = await findOrCreatePartner(world.db, country_code, name)
    await expectDone(
      world.call(endpoint, { token: admins[0].token, params: { id }, body: { park: first!.park.park_code } }),
    )
  }
  await change(removePartnerPark, first!.seller)
  await change(addPartnerPark, second!.seller)
  await sql`update parks set is_on_sale = true where id = ${first!.park.id}`.execute(world.db)
  first!.seller = second!.seller
  // Of what the first one sold, on a statement and on none yet.
  for (let n = 0; n < 3; n += 1) await refundLater(scenario, first!.park.id)
}
