import { chargedUnit, isChargeable, type Currency } from '#contract/money.ts'
import type { PriceLine } from '#server/features/pricing/lines.ts'
import type { Account, Posting, Transfer } from '#server/features/wallet/ledger/ledger.ts'
import type { PriceTerms } from './quotes/priced-offers.ts'

/** Returns the transfer that pays a booking from the wallet: to the park, to us and to the tax accounts. */
export const toPayment = (
  booking: {
    id: string
    booking_code: string
    user_id: string
    park_id: string
    terms: Pick<PriceTerms, 'lines' | 'total_minor' | 'currency'>
  },
  now: Date,
): Transfer => ({
  kind: 'booking',
  reference: booking.id,
  description: `booking:${booking.booking_code}`,
  currency: booking.terms.currency,
  at: now,
  postings: [
    { account: { kind: 'customer', owner: booking.user_id }, amount_minor: -booking.terms.total_minor },
    ...toCreditPostings(booking.terms.lines, booking.park_id),
  ],
})

/**
 * Returns the credits of a booking's price lines: parking to the park, fees to us, each tax to its account; we pay
 * discounts.
 */
export function toCreditPostings(lines: readonly PriceLine[], park_id: string): Posting[] {
  return lines.map(({ kind, code, amount_minor }) => ({
    account: toAccount(kind, code, park_id),
    amount_minor,
  }))
}

function toAccount(kind: PriceLine['kind'], code: string, park_id: string): Account {
  switch (kind) {
    case 'parking':
      return { kind: 'park_payable', owner: park_id }
    case 'discount':
      return { kind: 'promotion', owner: code }
    case 'fee':
      return { kind: 'fee_income', owner: '' }
    case 'tax':
      return { kind: 'tax_payable', owner: code }
  }
}

/**
 * Reverses credits in proportion: the postings sum to exactly `-share_minor`, and no account is debited more than it
 * was credited. The parts of whole credits are whole too. For a booking that cost nothing, `percent` of each credit is
 * reversed, which returns our discount to us. Returns no postings if no money moves.
 */
export function reversePostings(
  credits: readonly Posting[],
  share_minor: bigint,
  currency: Currency,
  percent: 0 | 50 | 100 = 100,
): Posting[] {
  const total_minor = credits.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  const [numerator, denominator] = total_minor === 0n ? [BigInt(percent), 100n] : [share_minor, total_minor]
  const amounts = [share_minor, ...credits.map(({ amount_minor }) => amount_minor)]
  const isWhole = amounts.every((amount_minor) => isChargeable(amount_minor, currency))
  const unit = isWhole ? chargedUnit(currency) : 1n
  let credited = 0n
  let reversed = 0n
  const postings = credits.map(({ account, amount_minor }) => {
    credited += amount_minor
    // Rounding the running sum, not each part, makes the parts sum to the share.
    const part = ((credited * numerator) / (denominator * unit)) * unit - reversed
    reversed += part
    return { account, amount_minor: -part }
  })
  return postings.some(({ amount_minor }) => amount_minor !== 0n) ? postings : []
}
