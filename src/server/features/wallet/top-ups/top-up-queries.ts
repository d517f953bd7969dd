import { sql, type Selectable } from 'kysely'
import { readReference } from '#contract/codes.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { toPage, type Page } from '#contract/fields.ts'
import type { Locale } from '#contract/formats.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import { findPaymentLink } from '#contract/wallet/payments.ts'
import type {
  getPaymentState,
  PaymentResult,
  TopUp as TopUpView,
  TopUpBookingResult,
  TopUpOrderResult,
} from '#contract/wallet/wallet.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { TopUpsTable } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import { sumDebts } from '../ledger/debts.ts'
import { findBalance } from '../ledger/ledger.ts'
import { calculateRefundable } from '../rules.ts'
import { describeOutcome, statusByOutcome, type PaymentOutcome } from '../texts.ts'

export type TopUp = Omit<Selectable<TopUpsTable>, 'currency'> & { currency: Currency }

/** Finds any user's top-up by our reference; callers check the owner. */
export async function findTopUp(db: Db | Tx, reference: string): Promise<TopUp | undefined> {
  const row = await db
    .selectFrom('top_ups')
    .selectAll()
    .where('reference', '=', readReference(reference))
    .executeTakeFirst()
  return row as TopUp | undefined
}

/** As `findTopUp`, with the row lock that must be taken before any other when the top-up's money changes. */
export async function lockTopUp(tx: Tx, reference: string): Promise<TopUp | undefined> {
  const row = await tx
    .selectFrom('top_ups')
    .selectAll()
    .where('reference', '=', readReference(reference))
    .forUpdate()
    .executeTakeFirst()
  return row as TopUp | undefined
}

type StoredState = AnswerOf<typeof getPaymentState>

/** The stored state of a payment, without asking the provider; needs no session. Throws `payment_not_found`. */
export async function findPaymentState(db: Db, reference: string): Promise<StoredState> {
  const topUp = await findTopUp(db, reference)
  if (topUp === undefined) throw new AppError('payment_not_found')
  const { booking_result, booked_id } = topUp
  return {
    status: topUp.status as StoredState['status'],
    is_booked: booking_result === null ? null : booked_id !== null,
  }
}

/**
 * A user's pending top-ups, in minor units by currency. The `expected` ones leave out forms in our page that nobody has
 * paid yet: a driver who opened one has not gone to pay anywhere.
 */
export async function sumPendingTopUps(
  db: Db | Tx,
  user_id: string,
  which: 'all' | 'expected' = 'all',
): Promise<Map<Currency, bigint>> {
  const rows = await db
    .selectFrom('top_ups')
    .select(['currency', sql<bigint>`sum(amount_minor)::bigint`.as('pending_minor')])
    .where('user_id', '=', user_id)
    .where('status', '=', 'pending')
    .$if(which === 'expected', (query) =>
      query.where(sql<boolean>`(detail is not null or payment_info ->> 'client_secret' is null)`),
    )
    .groupBy('currency')
    .execute()
  return new Map(rows.map((row) => [row.currency as Currency, row.pending_minor]))
}

/** `returned_minor` counts refunds and reversals that are done or under way. */
export interface RefundTotals {
  credited_minor: bigint
  returned_minor: bigint
}

/** What each credited top-up brought and what has gone back, by top-up id. Others have no entry. */
export async function findRefundTotals(db: Db | Tx, ids: readonly string[]): Promise<Map<string, RefundTotals>> {
  const { rows } = await sql<RefundTotals & { id: string }>`
    select t.id, sum(e.amount_minor)::bigint as credited_minor,
      (select coalesce(sum(r.amount_minor), 0)::bigint from refunds r
        where r.top_up_id = t.id and r.status <> 'failed') as returned_minor
    from top_ups t
    join ledger_entries e on e.transfer_id = t.transfer_id
    join ledger_accounts a on a.id = e.account_id and a.kind = 'customer'
    where t.id = any(${ids}::uuid[]) group by t.id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The totals of one top-up; zeros before it is credited. */
export async function getRefundTotals(db: Db | Tx, { id }: Pick<TopUp, 'id'>): Promise<RefundTotals> {
  return (await findRefundTotals(db, [id])).get(id) ?? { credited_minor: 0n, returned_minor: 0n }
}

/** A user's top-ups, newest first, each with the amount that can be refunded now. */
export async function listTopUps(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  user_id: string,
  { page, size, status }: { page: number; size: number; status?: TopUpView['status'] | undefined },
): Promise<Page<TopUpView>> {
  const own = db
    .selectFrom('top_ups')
    .where('user_id', '=', user_id)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
  const { total } = await own.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const totals = await findRefundTotals(
    db,
    rows.map(({ id }) => id),
  )
  const owed = await sumDebts(db, user_id)
  const available = new Map<Currency, bigint>()
  for (const currency of new Set(rows.map((row) => row.currency as Currency)))
    available.set(currency, (await findBalance(db, user_id, currency)) - (owed.get(currency) ?? 0n))
  const items = rows.map((row): TopUpView => {
    const currency = row.currency as Currency
    const provider = row.provider as TopUpView['provider']
    const payment = totals.get(row.id) ?? { credited_minor: 0n, returned_minor: 0n }
    const allowsParts = payments[provider]?.canRefundParts === true
    const refundable_minor =
      payments[provider] === undefined ? 0n : calculateRefundable(payment, available.get(currency) ?? 0n, allowsParts)
    return {
      reference: row.reference,
      provider,
      amount: toMajor(payment.credited_minor === 0n ? row.amount_minor : payment.credited_minor, currency),
      currency,
      requested: toMajor(row.amount_minor, currency),
      status: row.status as TopUpView['status'],
      detail: row.detail as TopUpView['detail'],
      created_at: row.created_at.toISOString(),
      pay_url:
        row.status === 'pending' && row.detail === null ? (findPaymentLink(row.payment_info ?? {}) ?? null) : null,
      refundable: toMajor(refundable_minor, currency),
      refund_whole: !allowsParts,
    }
  })
  return toPage(items, Number(total), page, size)
}

/** The response about a payment: the credited amount (the requested one before that) and the current balance. */
export async function getPaymentResult(
  db: Db,
  { outcome, topUp }: { outcome: PaymentOutcome; topUp: TopUp },
  locale: Locale,
): Promise<PaymentResult> {
  const { reference, provider, currency } = topUp
  const { credited_minor } = await getRefundTotals(db, topUp)
  const amount_minor = topUp.transfer_id === null ? topUp.amount_minor : credited_minor
  const balance_minor = await findBalance(db, topUp.user_id, currency)
  const booking = await findBookingOfTopUp(db, topUp)
  const order = await findOrderOfTopUp(db, topUp)
  return {
    status: statusByOutcome[outcome],
    message: describeOutcome(
      outcome,
      { provider, amount_minor, currency, requested_minor: topUp.amount_minor },
      locale,
      booking?.result,
      order?.result,
    ),
    data: {
      new_balance: toMajor(balance_minor, currency),
      currency,
      amount: toMajor(amount_minor, currency),
      requested: toMajor(topUp.amount_minor, currency),
      detail: topUp.detail as TopUpView['detail'],
      reference,
      booking,
      order,
    },
  }
}

async function findOrderOfTopUp(db: Db, { order_id, order_result }: TopUp): Promise<PaymentResult['data']['order']> {
  if (order_id === null || order_result === null) return null
  const { order_number } = await db
    .selectFrom('orders')
    .select('order_number')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  return { result: order_result as TopUpOrderResult, order_number }
}

async function findBookingOfTopUp(
  db: Db,
  { booking_id, booked_id, booking_result }: TopUp,
): Promise<PaymentResult['data']['booking']> {
  if (booking_id === null || booking_result === null) return null
  const { booking_code } = await db
    .selectFrom('bookings')
    .select('booking_code')
    .where('id', '=', booked_id ?? booking_id)
    .executeTakeFirstOrThrow()
  return { result: booking_result as TopUpBookingResult, booking_code }
}
