import { sql } from 'kysely'
import { holdMinutes, type Booking } from '#contract/bookings.ts'
import type { Language } from '#contract/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, fieldError } from '#server/errors.ts'
import { toStoredLines } from '#server/features/pricing/lines.ts'
import {
  poolsValue,
  takeSpaces,
  toPoolSpaces,
  type Place,
  type PoolSpaces,
} from '#server/features/availability/spaces.ts'
import { countPromoUse } from '#server/features/promos/commands.ts'
import {
  balancesExpression,
  postTransfers,
  walletAccountKey,
  readBalances,
  type WalletAccount,
  type Transfer,
} from '#server/features/wallet/ledger/ledger.ts'
import type { Retry, SignedIn } from '#server/http.ts'
import { claimKeys, type Keyed } from '#server/idempotency.ts'
import { allocateSpaces } from './allocate-spaces.ts'
import { findNextStepTime } from '#server/features/bookings/lifecycle/next-step.ts'
import type { PricedOffer, PriceTerms } from '#server/features/bookings/quotes/priced-offers.ts'
import { insufficientBalance, indebtedWalletsValue } from '#server/features/bookings/lifecycle/outstanding-debts.ts'
import { toStoredEvent } from '#server/features/bookings/event-terms.ts'
import { mailBookings, type BookingMailTopic } from '#server/features/bookings/documents/mails.ts'
import { toBooking, type VisibleRow } from '#server/features/bookings/booking-rows.ts'
import { toCreditPostings } from '#server/features/bookings/refund-rules.ts'
import { createHandles, insertBookings, type NewBooking } from '#server/features/bookings/lifecycle/transitions.ts'

/** A booking that is to be made: `booked` is paid from the wallet at once, `held` is not paid yet. */
export type Sale = {
  how: 'booked' | 'held'
  user: Pick<SignedIn, 'user_id' | 'email' | 'language'>
  /** Of the answer. */
  language: Language
  deal: Pick<PricedOffer, 'offer' | 'park' | 'fees' | 'vehicle_type_id' | 'window' | 'event'>
  terms: PriceTerms
  plate: string
  notes: string | null
  renewed_from?: string
  mail?: BookingMailTopic
  retry?: Retry | undefined
}

export type SaleResult = { booking: Booking } | { error: AppError }

/**
 * Makes bookings, in the order given, in a handful of statements however many and wherever they are. Looks first without
 * a lock, tells whom there is no room or no money for, and writes the others; the space comes last, and the constraints
 * of the wallet, the counters and the promo codes have the last word over all of them together. A call that was answered
 * before is given that answer, whatever has become of room and money since.
 */
export async function createBookings(
  tx: Tx,
  deps: Deps,
  sales: readonly Sale[],
  now: Date,
  seen?: SaleContext,
): Promise<SaleResult[]> {
  const outcomes = allocateSales(sales, seen ?? (await readSaleContext(tx, sales)), now)
  const keyed = outcomes.flatMap((outcome, n): (Keyed & { n: number; answer?: Booking })[] => {
    const { user, retry } = sales[n]!
    if (retry === undefined) return []
    return [{ user_id: user.user_id, retry, n, ...('error' in outcome ? {} : { answer: outcome.booking }) }]
  })
  const before = await claimKeys<Booking>(tx, keyed, now)
  const sold: (SaleResult | undefined)[] = sales.map(() => undefined)
  for (const [index, known] of before.entries())
    if (known !== undefined)
      sold[keyed[index]!.n] =
        'reused' in known ? { error: new AppError('idempotency_key_reused') } : { booking: known.answer }
  const written = outcomes.flatMap((outcome, n) => (sold[n] === undefined && 'booking' in outcome ? [outcome] : []))
  if (written.length > 0) {
    await writeBookings(tx, deps, written, now)
    await takeSpaces(
      tx,
      written.map(({ sale }) => toSpace(sale)),
    )
  }
  return outcomes.map((outcome, n) => sold[n] ?? outcome)
}

/** What is there before anything is sold: spaces, money, and who owes something; by pool and by `walletAccountKey`. */
export type SaleContext = { pools: Map<number, PoolSpaces>; balances: Map<string, bigint>; owing: Set<string> }

/** All of it in one statement, and without a lock. */
export async function readSaleContext(tx: Tx, sales: readonly Sale[]): Promise<SaleContext> {
  const accounts = [
    ...new Map(sales.map(toWalletAccount).map((account) => [walletAccountKey(account), account])).values(),
  ]
  const pools = poolsValue(sales.map(toSpace))
  const { rows } = await sql<{
    pools: Parameters<typeof toPoolSpaces>[0]
    balances: Parameters<typeof readBalances>[0]
    owing: WalletAccount[]
  }>`select ${pools} as pools, ${balancesExpression(accounts)} as balances, ${indebtedWalletsValue(accounts)} as owing`.execute(
    tx,
  )
  const { pools: spaces, balances, owing } = rows[0]!
  return {
    pools: toPoolSpaces(spaces),
    balances: readBalances(balances),
    owing: new Set(owing.map(walletAccountKey)),
  }
}

/** Who gets what: the booking as it is to be written and answered, or why there is none. */
function allocateSales(
  sales: readonly Sale[],
  { pools, balances }: Pick<SaleContext, 'pools' | 'balances'>,
  now: Date,
): (PreparedBooking | { error: AppError })[] {
  // While it waited its stay may have come to an end.
  const isOver = ({ deal }: Sale) => now >= deal.window.end
  const open = sales.filter((sale) => !isOver(sale))
  const wanted = open.map((sale) => ({
    ...toSpace(sale),
    account: walletAccountKey(toWalletAccount(sale)),
    pay_minor: amountToPay(sale),
  }))
  const results = allocateSpaces(wanted, pools, balances).values()
  return sales.map((sale) => {
    if (isOver(sale)) return { error: fieldError('start_time', 'start_past') }
    const { result, balance_minor } = results.next().value!
    if (result === 'no_space') return { error: new AppError('no_space') }
    if (result === 'insufficient_balance')
      return { error: insufficientBalance(amountToPay(sale) - balance_minor, sale.terms.currency) }
    return prepareBooking(sale, now)
  })
}

type Handles = ReturnType<typeof createHandles>
type PreparedBooking = { sale: Sale; handles: Handles; row: PreparedRow; booking: Booking }

/** A booking before it is written. */
export function prepareBooking(sale: Sale, now: Date): PreparedBooking {
  const handles = createHandles(now)
  const row = toBookingRow(sale, now)
  return { sale, handles, row, booking: toCreatedBooking(sale, row, handles, now) }
}

/** All that a booking writes but its space: itself with its history, the money, the mail. */
export async function writeBookings(
  tx: Tx,
  deps: Deps,
  prepared: readonly PreparedBooking[],
  now: Date,
): Promise<void> {
  await insertBookings(
    tx,
    prepared.map(({ sale, handles, row }) => ({
      handles,
      booking: row,
      first: {
        status: sale.how === 'booked' ? 'active' : 'pending',
        cause: sale.how,
        actor: { kind: 'driver', id: sale.user.user_id },
        now,
      },
    })),
  )
  const uses = prepared.flatMap(({ sale: { terms, user } }) =>
    terms.promo === null
      ? []
      : [{ promo_code_id: terms.promo.promo_code_id, most: terms.promo.most, user_id: user.user_id }],
  )
  // In one order by everybody, so that two batches cannot wait for each other.
  for (const use of uses.toSorted(comparePromoIds)) await countPromoUse(tx, use)
  const paid = prepared.filter(({ sale }) => sale.how === 'booked')
  if (paid.length > 0)
    await postTransfers(
      tx,
      paid.map(({ sale, handles }) => toPayment({ ...sale, ...handles, park_id: sale.deal.offer.id }, now)),
    )
  const mails = paid.map(({ sale, booking }) => ({ reader: sale.user, booking, about: sale.mail ?? 'booked' }))
  await mailBookings(tx, deps, mails, now)
}

/** The booking as it would be read back, from what was written and what the deal knows of its park. */
function toCreatedBooking(sale: Sale, row: PreparedRow, handles: Handles, now: Date): Booking {
  const { offer, park, event, fees } = sale.deal
  const told: VisibleRow = {
    ...handles,
    ...park,
    ...row,
    city: offer.city,
    country_code: offer.country_code,
    timezone: offer.timezone,
    status: sale.how === 'booked' ? 'active' : 'pending',
    lines: JSON.parse(row.lines) as unknown,
    refunded_minor: 0n,
    due_minor: 0n,
    checked_in_at: null,
    checked_out_at: null,
    auto_extend_until: null,
    promo_code: sale.terms.promo?.code ?? null,
    event: event === undefined ? null : toStoredEvent(event),
    fee_names: Object.fromEntries(fees.map(({ id, name, name_fr }) => [id, [name, name_fr]])),
    created_at: now,
  }
  return toBooking(told, sale.language)
}

function toBookingRow(sale: Sale, now: Date) {
  const { how, deal, terms } = sale
  const { offer, window } = deal
  // Never past the stay's own end, after which there is nothing to pay for.
  const held_ms = Math.min(now.getTime() + holdMinutes * 60_000, window.end.getTime())
  const held_until = how === 'held' ? new Date(held_ms) : null
  const timed = { status: how === 'held' ? ('pending' as const) : ('active' as const), held_until, ...window }
  return {
    user_id: sale.user.user_id,
    park_id: offer.id,
    pool_id: offer.pool.id,
    vehicle_type_id: deal.vehicle_type_id,
    tariff_id: terms.tariff_id,
    plate: sale.plate,
    start_time: window.start,
    end_time: window.end,
    space_until: window.end,
    payment_status: how === 'booked' ? ('paid' as const) : ('unpaid' as const),
    refund_status: 'none' as const,
    lines: toStoredLines(terms.lines),
    total_minor: terms.total_minor,
    currency: terms.currency,
    promo_code_id: terms.promo?.promo_code_id ?? null,
    event_id: deal.event?.id ?? null,
    cancellation: offer.cancellation,
    check_in: offer.check_in,
    held_until,
    notes: sale.notes,
    renewed_from: sale.renewed_from ?? null,
    next_look_at: findNextStepTime({ ...timed, check_in: offer.check_in, auto_extend_until: null }),
  } satisfies NewBooking
}
type PreparedRow = ReturnType<typeof toBookingRow>

/** The transfer that pays a booking: from the wallet to the park, to us and to the taxes. */
export const toPayment = (
  booking: { id: string; booking_code: string; user: { user_id: string }; terms: PriceTerms; park_id: string },
  now: Date,
): Transfer => ({
  kind: 'booking',
  reference: booking.id,
  description: `booking:${booking.booking_code}`,
  currency: booking.terms.currency,
  at: now,
  postings: [
    { account: { kind: 'customer', owner: booking.user.user_id }, amount_minor: -booking.terms.total_minor },
    ...toCreditPostings(booking.terms.lines, booking.park_id),
  ],
})

const toSpace = ({ deal }: Sale): Place => ({ pool_id: deal.offer.pool.id, window: deal.window })
export const toWalletAccount = ({ user, terms }: Sale): WalletAccount => ({
  user_id: user.user_id,
  currency: terms.currency,
})
const amountToPay = ({ how, terms }: Sale): bigint => (how === 'booked' ? terms.total_minor : 0n)
const comparePromoIds = (a: { promo_code_id: string }, b: { promo_code_id: string }) =>
  a.promo_code_id < b.promo_code_id ? -1 : 1
