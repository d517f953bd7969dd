import { toMajor, toMinor } from '#contract/minor-units.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, fieldError } from '#server/errors.ts'
import type { Retry } from '#server/http.ts'
import { once } from '#server/idempotency.ts'
import { ProviderError, type PaymentProvider, type Reversal } from '#server/providers/payments/provider.ts'
import { formatState, reportDiscrepancy } from '#server/features/wallet/reconciliation/discrepancies.ts'
import { holding } from '#server/features/wallet/top-ups/holding.ts'
import { applyState, failRefund, isOpen, lockBalance, openRefund, type RefundRow } from './refund-ledger.ts'
import { mailRefund } from './refund-mails.ts'
import { findRefund, getRefundable, sumOwed } from './refund-queries.ts'
import { lockTopUp, providerOf } from '#server/features/wallet/top-ups/settle.ts'
import type { TopUp } from '#server/features/wallet/queries.ts'

type Want = { payment_reference: string; amount?: number | undefined }

/**
 * Sends money of a person's own top-up back to where it came from. It leaves the wallet first, in a transaction of its
 * own; then the provider is asked with none open, and asked again by the job until it has answered. Throws
 * `payment_not_found`, `refund_too_much` (more than the wallet holds, or than is left of that payment) or `refund_whole`.
 */
export async function refundPayment(
  deps: Deps,
  user_id: string,
  retry: Retry | undefined,
  want: Want,
): Promise<RefundRow> {
  const now = deps.clock()
  const { reference } = await transact(deps.db, (tx) =>
    once(tx, user_id, retry, now, async () => ({ reference: (await open(tx, deps, user_id, want, now)).reference })),
  )
  return (await settleRefund(deps, reference))!
}

async function open(tx: Tx, deps: Deps, user_id: string, want: Want, now: Date): Promise<RefundRow> {
  const topUp = await lockTopUp(tx, want.payment_reference)
  if (topUp?.user_id !== user_id || topUp.status !== 'success') throw new AppError('payment_not_found')
  const { currency } = topUp
  const payment = await getRefundable(tx, topUp)
  const balance_minor = await lockBalance(tx, user_id, currency)
  const free_minor = balance_minor - (await sumOwed(tx, user_id, currency))
  const adapter = providerOfRefund(deps, topUp)
  const left_minor = payment.credited_minor - payment.returned_minor
  const fits_minor = free_minor < left_minor ? free_minor : left_minor
  // A provider that knows no parts sends the whole back or nothing.
  const isPart = fits_minor < payment.credited_minor
  const most_minor = fits_minor < 0n || (isPart && !adapter.canRefundParts) ? 0n : fits_minor
  const amount_minor = amountOf(want, most_minor, topUp)
  if (!adapter.canRefundParts && amount_minor < payment.credited_minor) {
    throw new AppError('refund_whole', { whole: { amount: toMajor(payment.credited_minor, currency), currency } })
  }
  if (amount_minor > most_minor || amount_minor === 0n) {
    throw new AppError('refund_too_much', { most: { amount: toMajor(most_minor, currency), currency } })
  }
  return openRefund(tx, topUp, amount_minor, now)
}

function providerOfRefund(deps: Deps, { provider }: TopUp): PaymentProvider {
  try {
    return providerOf(deps, provider)
  } catch {
    throw new AppError('provider_unavailable')
  }
}

function amountOf({ amount }: Want, otherwise_minor: bigint, { currency }: TopUp): bigint {
  if (amount === undefined) return otherwise_minor
  const amount_minor = toMinor(amount, currency)
  if (amount_minor === undefined) throw fieldError('amount', 'fraction')
  return amount_minor
}

/**
 * Asks the provider for a refund, or how it stands, and books what it says; whoever else is at it meanwhile leaves it to
 * us. Answers the row as it then is; a provider that does not answer changes nothing.
 */
export async function settleRefund(deps: Deps, reference: string): Promise<RefundRow | undefined> {
  const row = await findRefund(deps.db, reference)
  if (row === undefined || !isOpen(row)) return row
  const held = await holding(deps, row.id, () => ask(deps, row), 'refunds')
  return held?.result ?? findRefund(deps.db, reference)
}

async function ask(deps: Deps, row: RefundRow): Promise<RefundRow> {
  try {
    const said = row.status === 'pending' ? await request(deps, row) : await look(deps, row)
    if (said === undefined) return row
    return await conclude(deps, row, (tx, locked) => applyState(tx, locked, said, deps.clock()))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn(`refund ${row.reference} waits: ${error.message}`)
    // The money has left the wallet: the driver is told so, whatever the provider says later.
    if (error.kind !== 'refused' || row.status !== 'pending')
      return await conclude(deps, row, async (_tx, locked) => locked)
    return giveUp(deps, row, error.code ?? error.kind)
  }
}

/**
 * The provider said no. It may have said so because another process, held up for longer than a hold lasts, has asked for
 * the same one meanwhile: only what the provider does not know is in the wallet again.
 */
async function giveUp(deps: Deps, row: RefundRow, reason: string): Promise<RefundRow> {
  try {
    const made = await look(deps, row)
    if (made !== undefined) return await conclude(deps, row, (tx, locked) => applyState(tx, locked, made, deps.clock()))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind !== 'refused') return row
  }
  return conclude(deps, row, (tx, locked) => failRefund(tx, locked, reason, deps.clock()))
}

const handlesOf = ({ payment_reference, provider_reference }: Awaited<ReturnType<typeof getPayment>>) => ({
  reference: payment_reference,
  provider_reference,
})

async function request(deps: Deps, row: RefundRow): Promise<Reversal> {
  const { reference, amount_minor, currency } = row
  const payment = handlesOf(await getPayment(deps, row))
  const said = await providerOf(deps, row.provider).refundPayment({ reference, payment, amount_minor, currency })
  if (said.amount_minor !== amount_minor || said.currency !== currency) {
    const ours = formatState({ state: row.status, amount_minor, currency })
    const discrepancy = { kind: 'refund_amount', provider: row.provider, reference: payment.reference } as const
    await reportDiscrepancy(deps, { ...discrepancy, ours, theirs: formatState(said) })
  }
  return said
}

async function look(deps: Deps, row: RefundRow): Promise<Reversal | undefined> {
  const all = await providerOf(deps, row.provider).findReversals?.(handlesOf(await getPayment(deps, row)))
  return (
    all?.find(({ kind, provider_refund_id }) => kind === row.kind && provider_refund_id === row.provider_refund_id) ??
    all?.find(({ reference }) => reference === row.reference)
  )
}

const getPayment = ({ db }: Deps, { top_up_id }: RefundRow) =>
  db
    .selectFrom('top_ups')
    .select(['reference as payment_reference', 'provider_reference'])
    .where('id', '=', top_up_id)
    .executeTakeFirstOrThrow()

/** Under the lock of the payment and of the refund itself, as everybody takes them. */
async function conclude(
  deps: Deps,
  { id, top_up_id }: RefundRow,
  end: (tx: Tx, locked: RefundRow) => Promise<RefundRow>,
): Promise<RefundRow> {
  return transact(deps.db, async (tx) => {
    await tx.selectFrom('top_ups').select('id').where('id', '=', top_up_id).forUpdate().executeTakeFirst()
    const row = await tx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
    const locked = row as RefundRow
    if (!isOpen(locked)) return locked
    const ended = await end(tx, locked)
    await mailRefund(tx, deps, ended, deps.clock())
    return ended
  })
}
