import { splitPayment, type CashPart, type CounterMethod } from '#contract/cash/cash.ts'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { createSale as saleEndpoint } from '#contract/orders/desk/pos.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { findCashStep, hasSlip, writeEntries, type OpenShift, type ShiftEntry } from '#server/features/cash/entries.ts'
import { toTaken } from '#server/features/cash/postings.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import type { OrderRow } from '../lifecycle/change-status.ts'
import { termsOf, type OrderParts } from '../lifecycle/refund-order.ts'
import { toOrderAmounts } from '../order-amounts.ts'
import { toSold } from '../order-postings.ts'
import type { Staff } from '../staff/staff-order.ts'

/** What the drawer, the terminal, mobile money and a wallet take of an order. */
export interface CounterPayment {
  terminal_minor: bigint
  slip: string | null
  slip_repeated: boolean
  mobile_minor: bigint
  reference: string | null
  reference_repeated: boolean
  wallet_minor: bigint
  cash: CashPart | null
}

/** A payment of nothing, for orders that were paid before. */
export const noPayment: CounterPayment = {
  terminal_minor: 0n,
  slip: null,
  slip_repeated: false,
  mobile_minor: 0n,
  reference: null,
  reference_repeated: false,
  wallet_minor: 0n,
  cash: null,
}

type Typed = Pick<ParsedBody<typeof saleEndpoint>, 'terminal' | 'mobile' | 'wallet' | 'tendered' | 'again'>

/**
 * Reads how an order is paid at the counter of a shift; what no other method takes is cash. Throws `cash_short`, `slip_used`, and
 * 422 for more than the price, or mobile money where the register takes none.
 */
export async function readPayment(
  tx: Tx,
  { id, currency, takes_terminal, takes_mobile_money }: OpenShift,
  { terminal, mobile, wallet, tendered, again = false }: Typed,
  total_minor: bigint,
): Promise<CounterPayment> {
  const read = (field: 'terminal' | 'mobile' | 'wallet', amount: number | undefined) => {
    const minor = amount === undefined ? 0n : parseAmount(field, amount, currency)
    if (amount !== undefined && minor === 0n) throw fieldError(field, 'too_small')
    return minor
  }
  if (terminal !== undefined && !takes_terminal) throw fieldError('terminal', 'not_at_register')
  if (mobile !== undefined && !takes_mobile_money) throw fieldError('mobile', 'not_at_register')
  const terminal_minor = read('terminal', terminal?.amount)
  const mobile_minor = read('mobile', mobile?.amount)
  const wallet_minor = read('wallet', wallet)
  const tendered_minor = tendered === undefined ? undefined : parseAmount('tendered', tendered, currency)
  const other_minor = terminal_minor + mobile_minor + wallet_minor
  const split = splitPayment(total_minor, { other_minor, tendered_minor }, await findCashStep(tx, currency))
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  const last = wallet !== undefined ? 'wallet' : mobile !== undefined ? 'mobile' : 'terminal'
  if (split.kind === 'too_much') throw fieldError(last, 'terminal_too_much', { most: money(total_minor) })
  if (split.kind === 'short') throw new AppError('cash_short', { due: money(split.due_minor) })
  const slip_repeated = terminal !== undefined && (await hasSlip(tx, id, 'terminal', terminal.slip))
  if (slip_repeated && !again) throw new AppError('slip_used', { slip: terminal!.slip })
  const reference_repeated = mobile !== undefined && (await hasSlip(tx, id, 'mobile_money', mobile.reference))
  if (reference_repeated && !again) throw new AppError('slip_used', { slip: mobile!.reference })
  return {
    terminal_minor,
    slip: terminal?.slip ?? null,
    slip_repeated,
    mobile_minor,
    reference: mobile?.reference ?? null,
    reference_repeated,
    wallet_minor,
    cash: split.cash,
  }
}

/** What each method takes of a payment, in minor units. */
const listParts = ({ cash, terminal_minor, mobile_minor, wallet_minor }: CounterPayment) =>
  (
    [
      ['cash', cash?.amount_minor ?? 0n],
      ['terminal', terminal_minor],
      ['mobile_money', mobile_minor],
      ['wallet', wallet_minor],
    ] as const
  ).filter(([, amount_minor]) => amount_minor > 0n)

/** The method of an order's payment: cash for what costs nothing. */
export function methodOf(payment: CounterPayment): CounterMethod | 'several' {
  const parts = listParts(payment)
  // What is left for the drawer may be less than half a coin.
  if (parts.length > 1 || (parts.length === 1 && payment.cash !== null && parts[0]![0] !== 'cash')) return 'several'
  return parts[0]?.[0] ?? 'cash'
}

/** Moves the price of an order from what a shift and a wallet gave for it to where it waits at the branch. */
export async function postCounterPayment(
  tx: Tx,
  shift: OpenShift,
  order: OrderRow,
  { parts, payment }: { parts: OrderParts; payment: CounterPayment },
  { user_id, now }: Pick<Staff, 'user_id' | 'now'>,
): Promise<void> {
  const { id: order_id, order_number, total_minor } = order
  if (total_minor === 0n) return
  const { cash, wallet_minor } = payment
  const amounts = toOrderAmounts(
    parts.lines.map(({ sold }) => sold),
    parts.delivery.sold,
  )
  const drawer = { shift_id: shift.id, branch_id: shift.branch_id }
  const taken = toTaken(drawer, {
    cash_minor: cash?.amount_minor ?? 0n,
    rounding_minor: cash?.rounding_minor ?? 0n,
    terminal_minor: payment.terminal_minor,
    mobile_minor: payment.mobile_minor,
  }) as Parameters<typeof toSold>[1]
  const terms = termsOf(order)
  const charged =
    wallet_minor === 0n
      ? []
      : [{ account: { kind: 'customer' as const, owner: terms.user_id }, amount_minor: -wallet_minor }]
  const { transfer_id } = await postTransfer(tx, {
    kind: 'order',
    reference: order_id,
    description: `order:${order_number}`,
    currency: order.currency as Currency,
    at: now,
    postings: toSold(amounts, [...charged, ...taken], terms),
  })
  const paid = listParts(payment).map(([method, amount_minor]) => ({ method, amount_minor }))
  // All of it may be less than half a coin, which the drawer took as nothing.
  if (paid.length > 0)
    await tx
      .insertInto('order_payments')
      .values(paid.map((part) => ({ id: newId(now.getTime()), order_id, transfer_id, ...part, at: now })))
      .execute()
  const posted = { shift_id: shift.id, transfer_id, actor_id: user_id, at: now }
  await writeEntries(tx, posted, listEntries({ order_id }, payment))
}

/** What was paid for at a counter. */
type PaidFor = { order_id: string } | { booking_id: string }

/** What a payment leaves in the shift's record. */
export function listEntries(paid_for: PaidFor, payment: CounterPayment): ShiftEntry[] {
  const { cash, terminal_minor, mobile_minor, wallet_minor } = payment
  const entry = { kind: 'sale' as const, ...paid_for }
  const entries: (ShiftEntry | false)[] = [
    cash !== null && {
      ...entry,
      method: 'cash',
      amount_minor: cash.due_minor,
      rounding_minor: cash.rounding_minor,
      tendered_minor: cash.due_minor + cash.change_minor,
    },
    terminal_minor > 0n && {
      ...entry,
      method: 'terminal',
      amount_minor: terminal_minor,
      slip: payment.slip,
      slip_repeated: payment.slip_repeated,
    },
    mobile_minor > 0n && {
      ...entry,
      method: 'mobile_money',
      amount_minor: mobile_minor,
      slip: payment.reference,
      slip_repeated: payment.reference_repeated,
    },
    wallet_minor > 0n && { ...entry, method: 'wallet', amount_minor: wallet_minor },
  ]
  return entries.filter((part) => part !== false)
}

/** A payment as a shift's record has it, with the change that was given. */
export async function readTaken(db: Db | Tx, paid_for: PaidFor): Promise<CounterPayment> {
  const entries = await db
    .selectFrom('shift_entries')
    .selectAll()
    .where((row) => row.and(paid_for))
    .where('kind', '=', 'sale')
    .execute()
  const of = (method: CounterMethod) => entries.find((entry) => entry.method === method)
  const cash = of('cash')
  const due_minor = cash?.amount_minor ?? 0n
  return {
    ...noPayment,
    terminal_minor: of('terminal')?.amount_minor ?? 0n,
    mobile_minor: of('mobile_money')?.amount_minor ?? 0n,
    wallet_minor: of('wallet')?.amount_minor ?? 0n,
    cash:
      cash === undefined
        ? null
        : {
            amount_minor: due_minor - cash.rounding_minor,
            rounding_minor: cash.rounding_minor,
            due_minor,
            change_minor: (cash.tendered_minor ?? due_minor) - due_minor,
          },
  }
}

/** The answer to a sale or a payment. `code` is what the owner of a wallet scans. */
export function toSale(
  {
    id,
    order_number,
    token,
    status,
    payment_status,
    total_minor,
    currency: unit,
    slot_starts_at,
    held_until,
    user_id,
  }: OrderRow,
  { cash, terminal_minor, mobile_minor, wallet_minor }: CounterPayment,
  code: { qr_path: string; size: number } = { qr_path: '', size: 1 },
): AnswerOf<typeof saleEndpoint> {
  const currency = unit as Currency
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  return {
    id,
    order_number,
    token,
    status,
    total: money(total_minor),
    cash: cash && {
      due: money(cash.due_minor),
      tendered: money(cash.due_minor + cash.change_minor),
      change: money(cash.change_minor),
    },
    terminal: terminal_minor === 0n ? null : money(terminal_minor),
    mobile: mobile_minor === 0n ? null : money(mobile_minor),
    wallet:
      wallet_minor === 0n
        ? null
        : {
            amount: money(wallet_minor),
            until: payment_status === 'unpaid' ? (held_until?.toISOString() ?? null) : null,
            qr_path: code.qr_path,
            qr_size: code.size,
          },
    slot_starts_at: status === 'accepted' ? slot_starts_at.toISOString() : null,
    has_account: user_id !== null,
  }
}
