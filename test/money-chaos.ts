import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { changeBookingStatus, createBooking, type Booking } from '#contract/bookings.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places.ts'
import { refundTopUp } from '#contract/refunds.ts'
import { addFunds, creditWallet, verifyPayment } from '#contract/wallet.ts'
import type { Db } from '#server/database/connect.ts'
import type { Random } from '#server/features/demo/random.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import { newId } from '#server/ids.ts'
import type { ProviderName } from '#server/providers/payments/provider.ts'
import type { Outcome } from '#simulators/stand-in.ts'
import type { Simulators } from '#simulators/simulators.ts'
import { payAs } from '#simulators/test-kit.ts'
import { tills } from '#test/wallet-kit.ts'
import type { Driver, TestPark, World } from '#test/world.ts'

/*
 * People who pay, spend and take back at once, at providers that stumble: calls over HTTP to one server or several, from
 * a stream that its seed makes again. What may come between (killed connections, a killed server) the test brings.
 */

type Person = Driver & {
  country_code: CountryCode
  currency: Currency
  provider: ProviderName
  /** Payments begun, newest last, with the page to pay at. */
  payments: { reference: string; page: string }[]
  bookings: string[]
  park: TestPark
}

export type MoneyChaos = {
  world: World
  simulators: Simulators
  random: Random
  addresses: () => readonly string[]
  isExcused: (from: number, to: number) => boolean
  now: () => Date
  people: Person[]
  tally: Map<string, number>
  problems: string[]
}

const providers = ['paystack', 'wave', 'stripe'] as const

export async function createMoneyChaos(
  world: World,
  simulators: Simulators,
  random: Random,
  how: Pick<MoneyChaos, 'addresses' | 'isExcused'> & { now?: () => Date },
): Promise<MoneyChaos> {
  const people: Person[] = []
  for (const { country_code, currency, provider, amount_minor } of tills) {
    const park = await world.newPark({ country_code, increment_minor: amount_minor / 4n, day_cap_minor: null })
    for (let n = 0; n < 2; n += 1) {
      const driver = await world.newDriver({ country_code })
      people.push({ ...driver, country_code, currency, provider, park, payments: [], bookings: [] })
    }
  }
  const chaos = { world, simulators, random, people, tally: new Map<string, number>(), problems: [] }
  return { now: () => new Date(world.clock.now), ...how, ...chaos }
}

type Input = { params?: object; query?: object; body?: object; key?: string }
type Answered = { status: number; body: unknown }
const right = new Set([200, 201, 402, 404, 409, 422])
/** A provider that stumbles is no fault of ours. */
const ofProvider = 502

/** One call; sent again with its key where what the test broke was in its way. Undefined when nobody knows what became of it. */
async function call(
  chaos: MoneyChaos,
  person: Person,
  endpoint: Endpoint,
  input: Input,
): Promise<Answered | undefined> {
  const until = performance.now() + 120_000
  while (performance.now() < until) {
    const began = performance.now()
    const answer = await send(chaos, person, endpoint, input)
    const name = `${endpoint.name} ${answer?.status ?? 'gone'}`
    chaos.tally.set(name, (chaos.tally.get(name) ?? 0) + 1)
    if (answer !== undefined && (right.has(answer.status) || answer.status === ofProvider)) return answer
    // A machine with too much to do says so, and has done nothing.
    if (answer?.status !== 503 && !chaos.isExcused(began, performance.now())) {
      chaos.problems.push(`${name} ${JSON.stringify(answer?.body)}`)
      return undefined
    }
    if (input.key === undefined) return undefined
    await pause(50)
  }
  throw new Error(`${endpoint.name} was never answered`)
}

async function send(
  chaos: MoneyChaos,
  person: Person,
  endpoint: Endpoint,
  input: Input,
): Promise<Answered | undefined> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String((input.params as Record<string, unknown>)[name])),
  )
  const addresses = chaos.addresses()
  const url = new URL(path, addresses[Math.floor(Math.random() * addresses.length)])
  for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, String(value))
  try {
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(input.key === undefined ? {} : { 'idempotency-key': input.key }),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
    return { status: response.status, body: await response.json() }
  } catch {
    return undefined
  }
}

type Act = (chaos: MoneyChaos, person: Person) => Promise<unknown>
/** What people do, and how often. */
const acts: readonly (readonly [weight: number, act: Act])[] = [
  [16, topUp],
  [10, pay],
  [14, verify],
  [12, refund],
  [10, book],
  [4, cancel],
  [4, refundAtProvider],
  [3, dispute],
  [3, closeDispute],
  [4, finishRefunds],
  [6, release],
  [8, stumble],
]

/** So many acts of random people, one after the other; several of these run at once. */
export async function act(chaos: MoneyChaos, times: number): Promise<void> {
  const whole = acts.reduce((sum, [weight]) => sum + weight, 0)
  for (let n = 0; n < times; n += 1) {
    let drawn = chaos.random.next() * whole
    const [, chosen] = acts.find(([weight]) => (drawn -= weight) < 0)!
    await chosen(chaos, chaos.random.pick(chaos.people as [Person, ...Person[]]))
  }
}

async function topUp(chaos: MoneyChaos, person: Person): Promise<void> {
  const { amount } = tills.find(({ provider }) => provider === person.provider)!
  const key = newId()
  const body = { amount: amount * chaos.random.whole(1, 3) }
  const once = () => call(chaos, person, addFunds, { body, key })
  const answers = await Promise.all(chaos.random.chance(0.2) ? [once(), once(), once()] : [once()])
  for (const answer of answers) {
    if (answer?.status !== 200) continue
    const { payment_info: info } = (answer.body as { data: { payment_info: Record<string, string> } }).data
    const { reference } = info as { reference: string }
    const page = info['authorization_url'] ?? info['payment_url'] ?? info['checkout_url'] ?? ''
    if (person.payments.every((one) => one.reference !== reference)) person.payments.push({ reference, page })
  }
  if (chaos.random.chance(0.8)) await pay(chaos, person)
}

const outcomes: readonly Outcome[] = ['success', 'success', 'success', 'success', 'pending', 'failed', 'abandoned']

/** What the payer does on the provider's page; the driver's page may look at once, in several tabs. */
async function pay(chaos: MoneyChaos, person: Person): Promise<void> {
  const payment = latest(chaos, person)
  if (payment === undefined) return
  await payAs(payment.page, chaos.random.pick(outcomes as [Outcome, ...Outcome[]])).catch(() => undefined)
  if (chaos.random.chance(0.5)) await verify(chaos, person)
}

const latest = ({ random }: MoneyChaos, { payments }: Person) =>
  payments.length === 0 ? undefined : payments[payments.length - 1 - Math.floor(random.next() ** 3 * payments.length)]

async function verify(chaos: MoneyChaos, person: Person): Promise<void> {
  const reference = latest(chaos, person)?.reference
  if (reference === undefined) return
  const times = chaos.random.chance(0.3) ? 5 : 1
  const ask = (n: number) =>
    n % 2 === 0
      ? call(chaos, person, verifyPayment, { query: { payment_reference: reference } })
      : call(chaos, person, creditWallet, { query: { reference } })
  await Promise.all(Array.from({ length: times }, (_, n) => ask(n)))
}

async function refund(chaos: MoneyChaos, person: Person): Promise<void> {
  const payment = latest(chaos, person)
  if (payment === undefined) return
  const { random } = chaos
  const { amount_minor } = tills.find(({ provider }) => provider === person.provider)!
  const part = toMajor(BigInt(random.whole(1, Number(amount_minor))), person.currency)
  const body = { payment_reference: payment.reference, ...(random.chance(0.5) ? { amount: part } : {}) }
  const key = newId()
  const times = random.chance(0.3) ? 3 : 1
  await Promise.all(Array.from({ length: times }, () => call(chaos, person, refundTopUp, { body, key })))
}

async function book(chaos: MoneyChaos, person: Person): Promise<void> {
  const start = (Math.floor(chaos.now().getTime() / 900_000) + chaos.random.whole(1, 40)) * 900_000
  const window = { start_time: new Date(start).toISOString(), end_time: new Date(start + 3_600_000).toISOString() }
  const body = { park_id: person.park.id, plate: 'MONEY 1', ...window }
  const answer = await call(chaos, person, createBooking, { body, key: newId() })
  if (answer?.status === 201) person.bookings.push((answer.body as Booking).id)
}

async function cancel(chaos: MoneyChaos, person: Person): Promise<void> {
  const id = person.bookings.pop()
  if (id === undefined) return
  const query = { status: 'cancelled' }
  await call(chaos, person, changeBookingStatus, { params: { id }, query, key: newId() })
}

const deskOf = ({ simulators }: MoneyChaos, { provider }: Person) => simulators.control.desks[provider]
/** The provider has its own reasons to say no: unpaid, or gone back already. */
const maybe = (work: Promise<unknown> | undefined) => Promise.resolve(work).catch(() => undefined)

async function refundAtProvider(chaos: MoneyChaos, person: Person): Promise<void> {
  const payment = latest(chaos, person)
  if (payment !== undefined) await maybe(deskOf(chaos, person).refund(payment.reference))
}

async function dispute(chaos: MoneyChaos, person: Person): Promise<void> {
  const payment = latest(chaos, person)
  const { tally } = chaos
  if (payment === undefined || tally.has(`disputed ${payment.reference}`)) return
  tally.set(`disputed ${payment.reference}`, 1)
  const books = deskOf(chaos, person)
    .books()
    .find(({ reference }) => reference === payment.reference)
  if (books === undefined || books.returned_minor === books.paid_minor) return
  await maybe(deskOf(chaos, person).dispute?.(payment.reference))
}

async function closeDispute(chaos: MoneyChaos, person: Person): Promise<void> {
  const payment = latest(chaos, person)
  if (payment === undefined || !chaos.tally.has(`disputed ${payment.reference}`)) return
  if (chaos.tally.has(`closed ${payment.reference}`)) return
  chaos.tally.set(`closed ${payment.reference}`, 1)
  await maybe(deskOf(chaos, person).closeDispute?.(payment.reference, chaos.random.chance(0.5) ? 'won' : 'lost'))
}

async function finishRefunds(chaos: MoneyChaos, person: Person): Promise<void> {
  await deskOf(chaos, person).finishRefunds(chaos.random.chance(0.7) ? 'done' : 'failed')
}

async function release({ simulators }: MoneyChaos): Promise<void> {
  await simulators.control.releaseWebhooks()
}

/** From now on a provider answers late, twice, never, or in another order. */
async function stumble({ simulators, random }: MoneyChaos): Promise<void> {
  simulators.control.set(random.pick(providers), {
    webhooks: random.pick(['before_redirect', 'before_redirect', 'held', 'never'] as const),
    webhook_copies: random.whole(1, 3),
    refunds: random.pick(['at_once', 'at_once', 'held', 'failing'] as const),
    drop_answers: random.chance(0.3) ? random.whole(1, 3) : 0,
    drop_reads: random.chance(0.2) ? 1 : 0,
    unavailable: random.chance(0.1),
  })
}

/** The providers are well again, and have told all that they had to tell. */
export async function calmDown({ simulators: { control } }: MoneyChaos): Promise<void> {
  control.reset()
  for (const name of providers) await control.desks[name].finishRefunds('done')
  await control.releaseWebhooks()
  await control.settled()
}

/**
 * The providers' own books against ours, counted anew: each payment that was made was credited once with its amount, what
 * has gone back went back once, and what each provider owes us is what it holds less what it keeps. An empty list means
 * that they agree.
 */
export async function recount({ simulators }: MoneyChaos, db: Db): Promise<string[]> {
  const topUps = await db.selectFrom('top_ups').selectAll().execute()
  const refunds = await db.selectFrom('refunds').selectAll().execute()
  const entries = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .innerJoin('ledger_transfers', 'ledger_transfers.id', 'ledger_entries.transfer_id')
    .select([
      'ledger_accounts.kind',
      'owner',
      'ledger_entries.currency',
      'amount_minor',
      'reference',
      'ledger_transfers.kind as of',
    ])
    .execute()
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  const wrong: string[] = []
  for (const provider of providers) {
    const books = simulators.control.desks[provider].books()
    for (const { reference, paid_minor, returned_minor } of books) {
      const topUp = topUps.find((row) => row.reference === reference)
      // What came and went before we looked is in no wallet: Paystack says no more of it than that it is no payment.
      if (topUp?.status === 'failed' && returned_minor === paid_minor) continue
      const credits = entries.filter(
        (entry) => entry.of === 'top_up' && entry.kind === 'customer' && entry.reference === reference,
      )
      const back = refunds.filter(({ top_up_id, status }) => top_up_id === topUp?.id && status !== 'failed')
      if (credits.length !== 1)
        wrong.push(`${reference} was paid and credited ${credits.length} times (${topUp?.status})`)
      if (sum(credits.map(({ amount_minor }) => amount_minor)) !== paid_minor)
        wrong.push(`${reference} brought ${paid_minor}`)
      if (sum(back.map(({ amount_minor }) => amount_minor)) !== returned_minor)
        wrong.push(
          `${reference}: ${returned_minor} went back, by our refunds ${back.map((row) => `${row.origin} ${row.kind} ${row.status} ${row.amount_minor}`).join(', ')}`,
        )
    }
    const paid = new Set(books.map(({ reference }) => reference))
    for (const { reference } of topUps.filter((row) => row.provider === provider && row.status === 'success'))
      if (!paid.has(reference)) wrong.push(`${reference} was credited, and nobody paid it`)
    for (const currency of new Set(books.map((line) => line.currency))) {
      const held = sum(
        books
          .filter((line) => line.currency === currency)
          .map((line) => line.paid_minor - line.returned_minor - line.kept_minor),
      )
      const owes = -sum(
        entries
          .filter(
            (entry) => entry.kind === 'provider_clearing' && entry.owner === provider && entry.currency === currency,
          )
          .map(({ amount_minor }) => amount_minor),
      )
      if (held !== owes) wrong.push(`${provider} holds ${held} ${currency} for us, by the books ${owes}`)
    }
  }
  return wrong
}

export async function expectRight(chaos: MoneyChaos): Promise<void> {
  const { db } = chaos.world
  expect([...chaos.problems, ...(await checkLedger(db)), ...(await recount(chaos, db))]).toEqual([])
}

/** Goes on, with providers that are well, until everything has come to pass at least once: else nothing was tried. */
export async function untilBusy(chaos: MoneyChaos): Promise<void> {
  const wanted = ['addFunds', 'verifyPayment', 'refundTopUp', 'createBooking']
  const isDone = (name: string) => [...chaos.tally.keys()].some((done) => done.startsWith(`${name} 20`))
  for (let n = 0; n < 50 && !wanted.every(isDone); n += 1) {
    chaos.simulators.control.reset()
    await act(chaos, 5)
  }
  expect(wanted.filter((name) => !isDone(name))).toEqual([])
}
