import { sql, type RawBuilder } from 'kysely'
import type { BookingStatus } from '#contract/bookings/bookings.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import { arrayOf } from '#server/database/array.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { sumReversalDebts, selectReversalDebtors, payReversalDebts } from '#server/features/wallet/ledger/debts.ts'
import {
  balancesExpression,
  postTransfer,
  readBalances,
  walletAccountKey,
  type WalletAccount,
} from '#server/features/wallet/ledger/ledger.ts'
import { AppError } from '#server/http/errors.ts'
import { recordChange, type Actor } from './transitions.ts'

interface IndebtedBooking {
  id: string
  booking_code: string
  status: BookingStatus
  due_minor: bigint
  charges: number
}

/** Returns what a driver owes in a currency, in minor units: debts of bookings and of reversed top-ups. */
export async function findOutstandingAmount(db: Db | Tx, user_id: string, currency: Currency): Promise<bigint> {
  const rows = await db
    .selectFrom('bookings')
    .select('due_minor')
    .where('user_id', '=', user_id)
    .where('currency', '=', currency)
    .where('due_minor', '>', 0n)
    .execute()
  return rows.reduce((sum, { due_minor }) => sum + due_minor, (await sumReversalDebts(db, user_id)).get(currency) ?? 0n)
}

/** SQL expression for the accounts whose user has debts in the account's currency. */
export const indebtedAccountsExpression = (accounts: readonly WalletAccount[]): RawBuilder<WalletAccount[]> => sql<
  WalletAccount[]
>`(
  with accounts as (
    select * from unnest(${arrayOf(
      accounts.map(({ user_id }) => user_id),
      'uuid',
    )}, ${arrayOf(
      accounts.map(({ currency }) => currency),
      'text',
    )}) w(user_id, currency)),
  owing as (
    select b.user_id, b.currency from accounts w
    join bookings b on b.user_id = w.user_id and b.currency = w.currency and b.due_minor > 0
    union ${selectReversalDebtors(sql`accounts`)})
  select coalesce(jsonb_agg(to_jsonb(owing)), '[]') from owing)`

/** Returns the error of a wallet that is `short_minor` short, of which `due_minor` are debts. */
export const insufficientBalance = (short_minor: bigint, currency: Currency, due_minor = 0n): AppError =>
  new AppError('insufficient_balance', {
    missing: { amount: toMajor(short_minor, currency), currency },
    ...(due_minor > 0n ? { due: { amount: toMajor(due_minor, currency), currency } } : {}),
  })

/** Pays all debts before the next payment. Throws `insufficient_balance` if the balance does not cover both. */
export async function settleDebts(
  tx: Tx,
  user_id: string,
  next: { total_minor: bigint; currency: Currency },
  now: Date,
): Promise<void> {
  const { total_minor, currency } = next
  // Mostly nothing is owed: both are looked at in one statement.
  const account = { user_id, currency }
  const { rows } = await sql<{ balances: Parameters<typeof readBalances>[0]; indebted: WalletAccount[] }>`
    select ${balancesExpression([account])} as balances, ${indebtedAccountsExpression([account])} as indebted`.execute(
    tx,
  )
  const { balances, indebted } = rows[0]!
  const balance_minor = readBalances(balances).get(walletAccountKey(account)) ?? 0n
  const due_minor = indebted.length === 0 ? 0n : await findOutstandingAmount(tx, user_id, currency)
  const short_minor = total_minor + due_minor - balance_minor
  if (short_minor > 0n && total_minor + due_minor > 0n) throw insufficientBalance(short_minor, currency, due_minor)
  if (due_minor > 0n) await payAllDebts(tx, user_id, currency, now)
}

/** Pays all debts in a currency from the wallet. Violates `customer_balance_not_negative` if the balance is too low. */
async function payAllDebts(tx: Tx, user_id: string, currency: Currency, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('bookings')
    .select(['id', 'booking_code', 'status', 'due_minor', 'charges'])
    .where('user_id', '=', user_id)
    .where('currency', '=', currency)
    .where('due_minor', '>', 0n)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of rows) await payBookingDebt(tx, user_id, row as IndebtedBooking, currency, now)
  await payReversalDebts(tx, user_id, currency, now)
}

async function payBookingDebt(
  tx: Tx,
  user_id: string,
  booking: IndebtedBooking,
  currency: Currency,
  now: Date,
): Promise<void> {
  const number = booking.charges + 1
  const actor: Actor = { kind: 'driver', id: user_id }
  await postTransfer(tx, {
    kind: 'extension',
    reference: `${booking.id}/${number}`,
    description: `due:${booking.booking_code}`,
    currency,
    at: now,
    postings: [
      { account: { kind: 'customer', owner: user_id }, amount_minor: -booking.due_minor },
      { account: { kind: 'customer_debt', owner: user_id }, amount_minor: booking.due_minor },
    ],
  })
  await tx.updateTable('bookings').set({ due_minor: 0n, charges: number }).where('id', '=', booking.id).execute()
  await recordChange(tx, booking, {
    cause: 'due_paid',
    actor,
    at: now,
    detail: { amount: toMajor(booking.due_minor, currency) },
  })
}
