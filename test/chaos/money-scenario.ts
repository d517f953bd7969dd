import { expect } from 'vitest'
import { changeBookingStatus, createBooking, type Booking } from '#contract/bookings/bookings.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { refundTopUp } from '#contract/wallet/refunds.ts'
import { addFunds, creditWallet, verifyPayment } from '#contract/wallet/wallet.ts'
import type { Db } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import type { ProviderName } from '#server/providers/payments/provider.ts'
import type { Simulators } from '#simulators/simulators.ts'
import type { Outcome } from '#simulators/stand-in.ts'
import { payAs } from '#simulators/test-kit.ts'
import { providerCases } from '#test/kits/wallet-kit.ts'
import type { Driver, TestPark, World } from '#test/kits/world.ts'
import {
  callServer,
  createChaos,
  findNeverSuccessful,
  performActions,
  type CallInput,
  type Chaos,
  type Target,
  type WeightedActions,
} from './harness.ts'

/* People concurrently top up, spend and refund, at providers that fail, delay, repeat and reorder. */

type Person = Driver & {
  country_code: CountryCode
  currency: Currency
  provider: ProviderName
  /** Started payments with their payment pages, newest last. */
  payments: { reference: string; page: string }[]
  bookings: string[]
  park: TestPark
}

export type MoneyChaos = Chaos<Person> & {
  simulators: Simulators
  /** References of payments with a dispute, and of those whose dispute is closed. */
  disputed: Set<string>
  closed: Set<string>
}

const providers = ['paystack', 'wave', 'stripe'] as const

export async function createMoneyChaos(
  world: World,
  simulators: Simulators,
  target: Target,
  options: { seed: string; now?: () => Date },
): Promise<MoneyChaos> {
  const people: Person[] = []
  for (const { country_code, currency, provider, amount_minor } of providerCases) {
    const park = await world.buildPark({ country_code, increment_minor: amount_minor / 4n, day_cap_minor: null })
    for (let n = 0; n < 2; n += 1) {
      const driver = await world.buildDriver({ country_code })
      people.push({ ...driver, country_code, currency, provider, park, payments: [], bookings: [] })
    }
  }
  return { ...createChaos(world, target, people, options), simulators, disputed: new Set(), closed: new Set() }
}

/** Includes 502, because failing providers are part of the scenario. */
const accepted = new Set([402, 404, 409, 422, 502])
const call = (chaos: MoneyChaos, person: Person, endpoint: Endpoint, input: CallInput) =>
  callServer(chaos, person, endpoint, input, { accepted })

const actions: WeightedActions<MoneyChaos, Person> = [
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
  [6, releaseWebhooks],
  [8, changeProviderBehaviour],
]

export const actAtRandom = (chaos: MoneyChaos, count: number): Promise<void> => performActions(chaos, actions, count)

async function topUp(chaos: MoneyChaos, person: Person): Promise<void> {
  const { amount } = providerCases.find(({ provider }) => provider === person.provider)!
  const key = newId()
  const body = { amount: amount * chaos.random.whole(1, 3) }
  const sendRequest = () => call(chaos, person, addFunds, { body, key })
  const answers = await Promise.all(
    chaos.random.chance(0.2) ? [sendRequest(), sendRequest(), sendRequest()] : [sendRequest()],
  )
  for (const answer of answers) {
    if (answer?.status !== 200) continue
    const { payment_info: info } = (answer.body as { data: { payment_info: Record<string, string> } }).data
    const { reference } = info as { reference: string }
    const page = info['authorization_url'] ?? info['payment_url'] ?? info['checkout_url'] ?? ''
    if (person.payments.every((payment) => payment.reference !== reference)) person.payments.push({ reference, page })
  }
  if (chaos.random.chance(0.8)) await pay(chaos, person)
}

const outcomes: readonly Outcome[] = ['success', 'success', 'success', 'success', 'pending', 'failed', 'abandoned']

/** Pays, fails or abandons on the provider's page, and may verify immediately. */
async function pay(chaos: MoneyChaos, person: Person): Promise<void> {
  const payment = pickRecent(chaos, person)
  if (payment === undefined) return
  await payAs(payment.page, chaos.random.pick(outcomes as [Outcome, ...Outcome[]])).catch(() => undefined)
  if (chaos.random.chance(0.5)) await verify(chaos, person)
}

const pickRecent = ({ random }: MoneyChaos, { payments }: Person) =>
  payments.length === 0 ? undefined : payments[payments.length - 1 - Math.floor(random.next() ** 3 * payments.length)]

async function verify(chaos: MoneyChaos, person: Person): Promise<void> {
  const reference = pickRecent(chaos, person)?.reference
  if (reference === undefined) return
  const times = chaos.random.chance(0.3) ? 5 : 1
  const verifyOnce = (n: number) =>
    n % 2 === 0
      ? call(chaos, person, verifyPayment, { query: { payment_reference: reference } })
      : call(chaos, person, creditWallet, { query: { reference } })
  await Promise.all(Array.from({ length: times }, (_, n) => verifyOnce(n)))
}

async function refund(chaos: MoneyChaos, person: Person): Promise<void> {
  const payment = pickRecent(chaos, person)
  if (payment === undefined) return
  const { random } = chaos
  const { amount_minor } = providerCases.find(({ provider }) => provider === person.provider)!
  const part = toMajor(BigInt(random.whole(1, Number(amount_minor))), person.currency)
  const body = { payment_reference: payment.reference, ...(random.chance(0.5) ? { amount: part } : {}) }
  const key = newId()
  const times = random.chance(0.3) ? 3 : 1
  await Promise.all(Array.from({ length: times }, () => call(chaos, person, refundTopUp, { body, key })))
}

async function book(chaos: MoneyChaos, person: Person): Promise<void> {
  const start = (Math.floor(chaos.now().getTime() / 900_000) + chaos.random.whole(1, 40)) * 900_000
  const window = { start_time: new Date(start).toISOString(), end_time: new Date(start + 3_600_000).toISOString() }
  const body = { park_id: person.park.id, plate: 'MONEY 1', again: true, ...window }
  const answer = await call(chaos, person, createBooking, { body, key: newId() })
  if (answer?.status === 201) person.bookings.push((answer.body as Booking).id)
}

async function cancel(chaos: MoneyChaos, person: Person): Promise<void> {
  const id = person.bookings.pop()
  if (id === undefined) return
  const query = { status: 'cancelled' }
  await call(chaos, person, changeBookingStatus, { params: { id }, query, key: newId() })
}

const getDesk = ({ simulators }: MoneyChaos, { provider }: Person) => simulators.control.desks[provider]
/** Ignores refusals: the payment may be unpaid or already refunded. */
const attempt = (work: Promise<unknown> | undefined) => Promise.resolve(work).catch(() => undefined)

async function refundAtProvider(chaos: MoneyChaos, person: Person): Promise<void> {
  const payment = pickRecent(chaos, person)
  if (payment !== undefined) await attempt(getDesk(chaos, person).refund(payment.reference))
}

async function dispute(chaos: MoneyChaos, person: Person): Promise<void> {
  const payment = pickRecent(chaos, person)
  if (payment === undefined || chaos.disputed.has(payment.reference)) return
  chaos.disputed.add(payment.reference)
  const books = getDesk(chaos, person)
    .books()
    .find(({ reference }) => reference === payment.reference)
  if (books === undefined || books.returned_minor === books.paid_minor) return
  await attempt(getDesk(chaos, person).dispute?.(payment.reference))
}

async function closeDispute(chaos: MoneyChaos, person: Person): Promise<void> {
  const payment = pickRecent(chaos, person)
  if (payment === undefined || !chaos.disputed.has(payment.reference) || chaos.closed.has(payment.reference)) return
  chaos.closed.add(payment.reference)
  await attempt(getDesk(chaos, person).closeDispute?.(payment.reference, chaos.random.chance(0.5) ? 'won' : 'lost'))
}

async function finishRefunds(chaos: MoneyChaos, person: Person): Promise<void> {
  await getDesk(chaos, person).finishRefunds(chaos.random.chance(0.7) ? 'done' : 'failed')
}

async function releaseWebhooks({ simulators }: MoneyChaos): Promise<void> {
  await simulators.control.releaseWebhooks()
}

/** Makes a provider send webhooks late, repeatedly or never, lose responses, or be unavailable. */
async function changeProviderBehaviour({ simulators, random }: MoneyChaos): Promise<void> {
  simulators.control.set(random.pick(providers), {
    webhooks: random.pick(['before_redirect', 'before_redirect', 'held', 'never'] as const),
    webhook_copies: random.whole(1, 3),
    refunds: random.pick(['at_once', 'at_once', 'held', 'failing'] as const),
    drop_answers: random.chance(0.3) ? random.whole(1, 3) : 0,
    drop_reads: random.chance(0.2) ? 1 : 0,
    unavailable: random.chance(0.1),
  })
}

/** Resets the providers, completes their refunds and delivers all webhooks. */
export async function calmProviders({ simulators: { control } }: MoneyChaos): Promise<void> {
  control.reset()
  for (const name of providers) await control.desks[name].finishRefunds('done')
  await control.releaseWebhooks()
  await control.settled()
}

/**
 * Compares the providers' books with ours: each payment credited once with its amount, each refund booked once, each
 * provider's clearing balance equal to what it holds minus its fees. Returns one sentence per discrepancy.
 */
export async function compareBooks({ simulators }: MoneyChaos, db: Db): Promise<string[]> {
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
      'ledger_transfers.kind as transfer_kind',
    ])
    .execute()
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  const discrepancies: string[] = []
  for (const provider of providers) {
    const books = simulators.control.desks[provider].books()
    for (const { reference, paid_minor, returned_minor } of books) {
      const topUp = topUps.find((row) => row.reference === reference)
      // A payment that was refunded before it was verified is never credited.
      if (topUp?.status === 'failed' && returned_minor === paid_minor) continue
      const credits = entries.filter(
        (entry) => entry.transfer_kind === 'top_up' && entry.kind === 'customer' && entry.reference === reference,
      )
      const matchingRefunds = refunds.filter(({ top_up_id, status }) => top_up_id === topUp?.id && status !== 'failed')
      if (credits.length !== 1)
        discrepancies.push(`${reference} was paid and credited ${credits.length} times (${topUp?.status})`)
      if (sum(credits.map(({ amount_minor }) => amount_minor)) !== paid_minor)
        discrepancies.push(`${reference}: ${paid_minor} was paid, which is not the credited amount`)
      if (sum(matchingRefunds.map(({ amount_minor }) => amount_minor)) !== returned_minor)
        discrepancies.push(
          `${reference}: ${returned_minor} was returned, our refunds are ${matchingRefunds.map((row) => `${row.origin} ${row.kind} ${row.status} ${row.amount_minor}`).join(', ')}`,
        )
    }
    const paid = new Set(books.map(({ reference }) => reference))
    for (const { reference } of topUps.filter((row) => row.provider === provider && row.status === 'success'))
      if (!paid.has(reference)) discrepancies.push(`${reference} was credited but never paid`)
    for (const currency of new Set(books.map((line) => line.currency))) {
      const held = sum(
        books
          .filter((line) => line.currency === currency)
          .map((line) => line.paid_minor - line.returned_minor - line.kept_minor),
      )
      const booked = -sum(
        entries
          .filter(
            (entry) => entry.kind === 'provider_clearing' && entry.owner === provider && entry.currency === currency,
          )
          .map(({ amount_minor }) => amount_minor),
      )
      if (held !== booked) discrepancies.push(`${provider} holds ${held} ${currency} for us, our ledger says ${booked}`)
    }
  }
  return discrepancies
}

export async function expectConsistentMoney(chaos: MoneyChaos): Promise<void> {
  const { db } = chaos.world
  expect([...chaos.problems, ...(await checkLedger(db)), ...(await compareBooks(chaos, db))]).toEqual([])
}

/** Continues, with working providers, until each of the main calls has succeeded; fails if that takes too long. */
export async function ensureCoverage(chaos: MoneyChaos): Promise<void> {
  const required = ['addFunds', 'verifyPayment', 'refundTopUp', 'createBooking']
  for (let n = 0; n < 50 && findNeverSuccessful(chaos, required).length > 0; n += 1) {
    chaos.simulators.control.reset()
    await actAtRandom(chaos, 5)
  }
  expect(findNeverSuccessful(chaos, required)).toEqual([])
}
