import type { Currency } from '#contract/money.ts'
import { addLines, subtractLines, sumLines, type PriceLine } from '#server/features/pricing/lines.ts'
import type { Posting } from '#server/features/wallet/ledger/ledger.ts'
import { reversePostings, toCreditPostings } from '../booking-postings.ts'
import { calculateRefund } from '../refund-rules.ts'

/** At whose expense a refund is: ours, or those of all who received the price, each by their share. */
export type Bearer = 'us' | 'operator'

/** The money of a booking before a refund. */
export interface RefundedBooking {
  park_id: string
  user_id: string
  currency: Currency
  lines: readonly PriceLine[]
  total_minor: bigint
  due_minor: bigint
  refunded_minor: bigint
  /** The price lines that earlier refunds took back; the rest of `refunded_minor` was at our expense. */
  reversed: readonly PriceLine[]
}

/** What a refund moves: to the customer, and the price lines that it takes back. */
export interface RefundPlan {
  amount_minor: bigint
  lines: PriceLine[]
  postings: Posting[]
}

/** The account of what we refund at our expense. */
const ownExpense = { kind: 'promotion', owner: 'refund' } as const

/** Returns what can still be refunded of a booking: what its customer has paid and not got back. */
export const findRefundable = ({
  total_minor,
  due_minor,
  refunded_minor,
}: Pick<RefundedBooking, 'total_minor' | 'due_minor' | 'refunded_minor'>): bigint => {
  const left_minor = total_minor - due_minor - refunded_minor
  return left_minor > 0n ? left_minor : 0n
}

/** Plans a refund by staff. Throws RangeError for more than is left. */
export function planStaffRefund(booking: RefundedBooking, bearer: Bearer, amount_minor: bigint): RefundPlan {
  if (amount_minor <= 0n || amount_minor > findRefundable(booking))
    throw new RangeError(`a refund of ${amount_minor} of ${findRefundable(booking)}`)
  const customer = { account: { kind: 'customer', owner: booking.user_id }, amount_minor } as const
  if (bearer === 'us')
    return { amount_minor, lines: [], postings: [customer, { account: ownExpense, amount_minor: -amount_minor }] }
  const { lines, postings } = takeBack(booking, amount_minor)
  return { amount_minor, lines, postings: [customer, ...postings] }
}

/**
 * Plans the refund of a cancellation after staff have refunded a part: `percent` of what is left. What we had refunded at
 * our expense of the part that is now taken back is returned to us.
 */
export function planRemainingRefund(booking: RefundedBooking, percent: 0 | 50 | 100): RefundPlan {
  const { total_minor, refunded_minor, reversed, currency, user_id } = booking
  const share_minor = calculateRefund(total_minor - sumLines(reversed), percent, currency)
  const amount_minor = calculateRefund(total_minor - refunded_minor, percent, currency)
  const { lines, postings } = takeBack(booking, share_minor)
  return {
    amount_minor,
    lines,
    postings: [
      { account: { kind: 'customer', owner: user_id }, amount_minor },
      { account: ownExpense, amount_minor: share_minor - amount_minor },
      ...postings,
    ],
  }
}

/** Takes a share back of the price lines that are left, each in proportion. */
function takeBack(
  { lines: all, reversed, park_id, currency }: Pick<RefundedBooking, 'lines' | 'reversed' | 'park_id' | 'currency'>,
  share_minor: bigint,
) {
  const left = subtractLines(all, reversed)
  const postings = reversePostings(toCreditPostings(left, park_id), share_minor, currency)
  const lines = left.flatMap((line, index): PriceLine[] => {
    const amount_minor = -(postings[index]?.amount_minor ?? 0n)
    return amount_minor === 0n ? [] : [{ ...line, amount_minor }]
  })
  return { lines, postings }
}

/** A refund of a booking that was paid: its amount, and the price lines that it took back. */
interface DoneRefund {
  amount_minor: bigint
  lines: readonly PriceLine[]
}

/**
 * Returns the price lines that the refunds of a booking took back. What was refunded beside `done` is that of its
 * cancellation, which was the first.
 */
export function sumReversedLines(
  booking: Pick<RefundedBooking, 'lines' | 'park_id' | 'currency' | 'refunded_minor'>,
  done: readonly DoneRefund[],
): PriceLine[] {
  const first_minor = done.reduce((left, { amount_minor }) => left - amount_minor, booking.refunded_minor)
  const first = first_minor > 0n ? takeBack({ ...booking, reversed: [] }, first_minor).lines : []
  return done.reduce((sum, { lines }) => addLines(sum, lines), first)
}

/** Returns the late charges that can still be undone after a refund: those that the rest of the price covers. */
export function dropRefundedCharges<Charge extends { lines: readonly PriceLine[] }>(
  charges: readonly Charge[],
  left_minor: bigint,
): Charge[] {
  let sum_minor = 0n
  const firstOver = charges.findIndex(({ lines }) => {
    sum_minor += sumLines(lines)
    return sum_minor > left_minor
  })
  return firstOver === -1 ? [...charges] : charges.slice(0, firstOver)
}

/** `none`, `partial` or `full`, as the booking stores it. */
export const refundStatusOf = (refunded_minor: bigint, total_minor: bigint): 'none' | 'partial' | 'full' =>
  refunded_minor === 0n ? 'none' : refunded_minor === total_minor ? 'full' : 'partial'
