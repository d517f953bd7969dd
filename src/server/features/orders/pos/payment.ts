import { splitPayment, type CashPart } from '#contract/cash/cash.ts'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { createSale as saleEndpoint } from '#contract/orders/desk/pos.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { findCashStep, hasSlip, writeEntries, type OpenShift } from '#server/features/cash/entries.ts'
import { toTaken } from '#server/features/cash/postings.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import type { OrderRow } from '../lifecycle/change-status.ts'
import { termsOf, type OrderParts } from '../lifecycle/refund-order.ts'
import { toOrderAmounts } from '../order-amounts.ts'
import { toSold } from '../order-postings.ts'
import type { Staff } from '../staff/staff-order.ts'

/** What the drawer and the terminal take of an order. */
export interface CounterPayment {
  terminal_minor: bigint
  slip: string | null
  slip_repeated: boolean
  cash: CashPart | null
}

/** Reads how an order is paid at the counter of a shift. Throws `cash_short`, `slip_used`, and 422 for more than the price. */
export async function readPayment(
  tx: Tx,
  { id, currency }: OpenShift,
  { terminal, tendered, again = false }: Pick<ParsedBody<typeof saleEndpoint>, 'terminal' | 'tendered' | 'again'>,
  total_minor: bigint,
): Promise<CounterPayment> {
  const terminal_minor = terminal === undefined ? 0n : parseAmount('terminal', terminal.amount, currency)
  if (terminal !== undefined && terminal_minor === 0n) throw fieldError('terminal', 'too_small')
  const tendered_minor = tendered === undefined ? undefined : parseAmount('tendered', tendered, currency)
  const split = splitPayment(total_minor, { terminal_minor, tendered_minor }, await findCashStep(tx, currency))
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  if (split.kind === 'too_much') throw fieldError('terminal', 'terminal_too_much', { most: money(total_minor) })
  if (split.kind === 'short') throw new AppError('cash_short', { due: money(split.due_minor) })
  const slip_repeated = terminal !== undefined && (await hasSlip(tx, id, terminal.slip))
  if (slip_repeated && !again) throw new AppError('slip_used', { slip: terminal!.slip })
  return { terminal_minor, slip: terminal?.slip ?? null, slip_repeated, cash: split.cash }
}

/** The method of an order's payment. */
export const methodOf = ({ terminal_minor, cash }: CounterPayment) =>
  terminal_minor === 0n ? ('cash' as const) : cash === null ? ('terminal' as const) : ('several' as const)

/** Moves the price of an order from the drawer and the terminal of a shift to where it waits at the branch. */
export async function postCounterPayment(
  tx: Tx,
  shift: OpenShift,
  order: OrderRow,
  { parts, payment }: { parts: OrderParts; payment: CounterPayment },
  { user_id, now }: Pick<Staff, 'user_id' | 'now'>,
): Promise<void> {
  const { id: order_id, order_number, total_minor } = order
  if (total_minor === 0n) return
  const { terminal_minor, cash, slip, slip_repeated } = payment
  const amounts = toOrderAmounts(
    parts.lines.map(({ sold }) => sold),
    parts.delivery.sold,
  )
  const drawer = { shift_id: shift.id, branch_id: shift.branch_id }
  const taken = toTaken(drawer, {
    cash_minor: cash?.amount_minor ?? 0n,
    rounding_minor: cash?.rounding_minor ?? 0n,
    terminal_minor,
  })
  const { transfer_id } = await postTransfer(tx, {
    kind: 'order',
    reference: order_id,
    description: `order:${order_number}`,
    currency: order.currency as Currency,
    at: now,
    postings: toSold(amounts, taken as Parameters<typeof toSold>[1], termsOf(order)),
  })
  const paid = [
    ...(cash === null ? [] : [{ method: 'cash' as const, amount_minor: cash.amount_minor }]),
    ...(terminal_minor === 0n ? [] : [{ method: 'terminal' as const, amount_minor: terminal_minor }]),
  ]
  await tx
    .insertInto('order_payments')
    .values(paid.map((part) => ({ id: newId(now.getTime()), order_id, transfer_id, ...part, at: now })))
    .execute()
  const entry = { kind: 'sale' as const, order_id }
  await writeEntries(tx, { shift_id: shift.id, transfer_id, actor_id: user_id, at: now }, [
    ...(cash === null
      ? []
      : [
          {
            ...entry,
            method: 'cash' as const,
            amount_minor: cash.due_minor,
            rounding_minor: cash.rounding_minor,
          },
        ]),
    ...(terminal_minor === 0n
      ? []
      : [{ ...entry, method: 'terminal' as const, amount_minor: terminal_minor, slip, slip_repeated }]),
  ])
}

/** The answer to a sale or a payment. */
export function toSale(
  { id, order_number, token, status, total_minor, currency: code, slot_starts_at }: OrderRow,
  { cash, terminal_minor }: CounterPayment,
): AnswerOf<typeof saleEndpoint> {
  const currency = code as Currency
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
    slot_starts_at: status === 'accepted' ? slot_starts_at.toISOString() : null,
  }
}
