import { sql } from 'kysely'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type {
  CounterBooking,
  createCounterBooking as endpoint,
  listCounterParks as listEndpoint,
} from '#contract/orders/desk/counter-bookings.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { tidyPlate } from '#contract/vehicles/plates.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { Audited } from '#server/features/access/change.ts'
import { createOneBooking } from '#server/features/bookings/create/create-bookings.ts'
import { agreePrice } from '#server/features/bookings/quotes/agree-price.ts'
import { toPriceParam } from '#server/features/bookings/quotes/priced-offers.ts'
import {
  getOpenShift,
  requireOpenShift,
  writeEntries,
  type OpenShift,
  type Seller,
} from '#server/features/cash/entries.ts'
import { toTaken } from '#server/features/cash/postings.ts'
import { isBookable } from '#server/features/parks/offers.ts'
import { toStoredLines } from '#server/features/pricing/lines.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { getOrderAccount } from '../phone/customers.ts'
import { listEntries, readPayment, type CounterPayment } from '../pos/payment.ts'
import type { Staff } from '../staff/staff-order.ts'
import { describeCounterBooking } from './counter-booking.ts'
import { findOrOpenGuest, getBooker } from './guests.ts'

type Request = ParsedBody<typeof endpoint>

/** The car parks of a branch that can be booked in its currency. */
const counterParks = (db: Db | Tx, branch_id: string) =>
  db
    .selectFrom('branch_parks as s')
    .innerJoin('branches as b', 'b.id', 's.branch_id')
    .innerJoin('parks as p', 'p.id', 's.park_id')
    .innerJoin('countries as c', 'c.id', 'p.country_id')
    .where('s.branch_id', '=', branch_id)
    .whereRef('c.currency', '=', 'b.currency')
    .where(isBookable)

/** Returns the car parks for which the counter of the caller's shift books. Throws `shift_needed`. */
export async function listCounterParks(db: Db, seller: Seller): Promise<AnswerOf<typeof listEndpoint>> {
  const { branch_id } = await getOpenShift(db, seller)
  const rows = await counterParks(db, branch_id)
    .select(['p.id', 'p.park_code', 'p.name', 'p.near', 'p.address', 'p.city', 'c.code as country_code', 'p.timezone'])
    .orderBy('p.name')
    .orderBy('p.park_code')
    .execute()
  type Park = AnswerOf<typeof listEndpoint>['items'][number]
  return {
    items: rows.map(({ near, ...row }) => ({
      ...row,
      ...(near !== null && { near: near as NonNullable<Park['near']> }),
      country_code: row.country_code as CountryCode,
    })),
  }
}

/**
 * Books a space for a plate at a car park of the shift's branch and takes its price at the counter: the money goes to the wallet
 * of the booking's account and pays it from there, in one transaction. A booking that is sent again returns what it was. Throws
 * `shift_needed`, `sale_exists`, `price_changed`, and as `readPayment`, `agreePrice` and `createOneBooking`; 422 for another car
 * park, and an account that is disabled.
 */
export async function createCounterBooking(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  request: Request,
): Promise<Audited<CounterBooking>> {
  const { user_id, shift_id, language, now } = staff
  // Two tabs that send one booking wait for each other here.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sale ${request.id}`}, 0))`.execute(tx)
  const before = await findSold(tx, staff, request)
  if (before !== undefined) return { answer: before, changes: [] }
  const shift = await requireOpenShift(tx, { user_id, shift_id })
  const { park_id, vehicle_type_id, plate, quote_id, start_time, end_time } = request
  const { country } = await requireCounterPark(tx, shift, park_id)
  const priced_offer = await agreePrice(
    tx,
    { park_id, vehicle_type_id, plate },
    { start_time, end_time },
    quote_id,
    now,
  )
  const { terms } = priced_offer
  if (request.total !== toMajor(terms.total_minor, terms.currency))
    throw new AppError('price_changed', { price: toPriceParam(terms) })
  const payment = await readPayment(tx, shift, request, terms.total_minor)
  const owner =
    request.customer_id === undefined
      ? await findOrOpenGuest(tx, { country, plate, phone: request.phone ?? '', language, opened_by: user_id }, now)
      : (await getOrderAccount(tx, request.customer_id)).id
  const transfer_id = await creditWallet(tx, shift, { id: request.id, owner, payment, at: now })
  // Debts of the account stay as they are: what was paid now pays this booking.
  const booking = await createOneBooking(
    tx,
    deps,
    {
      kind: 'booked',
      user: await getBooker(tx, owner),
      language,
      priced_offer,
      plate,
      notes: null,
      again: request.book_again,
      actor: { kind: 'staff', id: user_id },
    },
    now,
  )
  await tx
    .insertInto('counter_bookings')
    .values({
      id: request.id,
      booking_id: booking.id,
      shift_id: shift.id,
      branch_id: shift.branch_id,
      transfer_id,
      amount_minor: terms.total_minor,
      lines: toStoredLines(terms.lines),
      created_at: now,
    })
    .execute()
  if (transfer_id !== null)
    await writeEntries(
      tx,
      { shift_id: shift.id, transfer_id, actor_id: user_id, at: now },
      listEntries({ booking_id: booking.id }, payment),
    )
  const answer = await describeCounterBooking(tx, staff, booking.id)
  const { booking_code, total, cash, terminal, mobile } = answer
  const parts = { ...(cash && { cash: cash.due }), ...(terminal && { terminal }), ...(mobile && { mobile }) }
  const after = { booking_code, plate, total, ...parts }
  return { answer, changes: [{ kind: 'booking', id: booking.id, branch_id: shift.branch_id, after }] }
}

/** Requires a car park of the shift's branch, and returns the country of its counter. Throws 422. */
async function requireCounterPark(
  tx: Tx,
  { branch_id }: OpenShift,
  park_id: string,
): Promise<{ country: { id: number; code: CountryCode } }> {
  const row = await counterParks(tx, branch_id)
    .select(['c.id', 'c.code'])
    .where(isId(sql`p.id`, park_id))
    .executeTakeFirst()
  if (row === undefined) throw fieldError('park_id', 'invalid')
  return { country: { id: row.id, code: row.code as CountryCode } }
}

interface Credit {
  id: string
  /** Whose wallet gets it. */
  owner: string
  payment: CounterPayment
  at: Date
}

/** Moves what the counter took to a wallet. Returns the transfer; null where nothing was to pay. */
async function creditWallet(tx: Tx, shift: OpenShift, { id, owner, payment, at }: Credit): Promise<string | null> {
  const { cash, terminal_minor, mobile_minor } = payment
  const cash_minor = cash?.amount_minor ?? 0n
  const paid_minor = cash_minor + terminal_minor + mobile_minor
  if (paid_minor === 0n) return null
  const drawer = { shift_id: shift.id, branch_id: shift.branch_id }
  const taken = { cash_minor, rounding_minor: cash?.rounding_minor ?? 0n, terminal_minor, mobile_minor }
  const { transfer_id } = await postTransfer(tx, {
    kind: 'counter',
    reference: id,
    description: 'counter',
    currency: shift.currency,
    at,
    postings: [{ account: { kind: 'customer', owner }, amount_minor: paid_minor }, ...toTaken(drawer, taken)],
  })
  return transfer_id
}

/** A booking that was sold before. Throws `sale_exists` for one of another branch, plate or price under the same id. */
async function findSold(tx: Tx, staff: Staff, { id, plate, total }: Request): Promise<CounterBooking | undefined> {
  const sold = await tx
    .selectFrom('counter_bookings as k')
    .innerJoin('bookings as b', 'b.id', 'k.booking_id')
    .select(['k.booking_id', 'k.amount_minor', 'b.plate', 'b.currency'])
    .where('k.id', '=', id)
    .executeTakeFirst()
  if (sold === undefined) return undefined
  const isSame = sold.plate === tidyPlate(plate) && total === toMajor(sold.amount_minor, sold.currency as Currency)
  if (!isSame) throw new AppError('sale_exists')
  return describeCounterBooking(tx, staff, sold.booking_id)
}
