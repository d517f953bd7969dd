import type { Locale } from '#contract/formats.ts'
import { toMajor, type Currency, formatMoney } from '#contract/money.ts'
import { gateways } from '#contract/wallet/payments.ts'
import type { PaymentResult, TopUpBookingResult, TopUpOrderResult } from '#contract/wallet/wallet.ts'
import { translate } from '#server/output/translate.ts'
import { parseLabelSubject } from './rules.ts'

const gatewayList = Object.values(gateways)
/** A provider's display name. */
export const getProviderTitle = (provider: string): string =>
  gatewayList.find((candidate) => candidate.provider === provider)?.name ?? provider

/** `₦1,250`, `$20.50`, `F CFA 1,250`; in French `1 250 ₦`; for readers in another country with the currency's code. */
export const formatMinorAmount = (
  amount_minor: bigint,
  currency: Currency,
  locale: Locale,
  how: { sign?: 'auto' | 'always' } = {},
): string => formatMoney(toMajor(amount_minor, currency), currency, locale, how)

interface Payment {
  provider: string
  amount_minor: bigint
  currency: Currency
}

export const describeStartedTopUp = ({ provider, amount_minor, currency }: Payment, locale: Locale): string =>
  translate(locale, 'wallet_answers.started', {
    provider: getProviderTitle(provider),
    amount: formatMinorAmount(amount_minor, currency, locale),
  })

/** The result of checking a payment. */
export type PaymentOutcome =
  | 'credited'
  | 'credited_partly'
  | 'pending'
  | 'processing'
  | 'in_progress'
  | 'provider_silent'
  | 'failed'
  | 'for_staff'

/** The three states of the specification's payment page. */
export const statusByOutcome: Record<PaymentOutcome, PaymentResult['status']> = {
  credited: 'success',
  credited_partly: 'success',
  pending: 'pending',
  processing: 'pending',
  in_progress: 'pending',
  provider_silent: 'pending',
  failed: 'failed',
  for_staff: 'failed',
}

/** `booking` is what came of the booking that the payment was for: the money is spent on it, or in the wallet. */
export function describeOutcome(
  outcome: PaymentOutcome,
  { provider, amount_minor, currency, requested_minor }: Payment & { requested_minor: bigint },
  locale: Locale,
  booking?: TopUpBookingResult,
  order?: TopUpOrderResult,
): string {
  const money = translate(locale, `wallet_answers.${outcome}`, {
    provider: getProviderTitle(provider),
    amount: formatMinorAmount(amount_minor, currency, locale),
    requested: formatMinorAmount(requested_minor, currency, locale),
  })
  if (order !== undefined) {
    const sentence = translate(locale, `wallet_answers.orders.${order}`)
    return order === 'paid' ? sentence : `${sentence} ${money}`
  }
  if (booking === undefined) return money
  const sentence = translate(locale, `wallet_answers.bookings.${booking}`)
  return booking === 'paid' || booking === 'booked_again' ? sentence : `${sentence} ${money}`
}

/** Label topics with a sentence of their own; the others are described by the transfer's kind. */
const labelTopics = [
  'overstay',
  'returned',
  'due',
  'goodwill',
  'sent_back',
  'come_back',
  'taken_back',
  'disputed',
  'dispute_won',
  'debt_paid',
  'park_merge',
  'statement',
  'paid_out',
] as const

/** Describes an entry from its transfer's kind and label, for example "Refund for booking ABCD1234". */
export function describeEntry(kind: string, label: string, locale: Locale): string {
  const subject = parseLabelSubject(label)
  const topic = labelTopics.find((topic) => label.startsWith(`${topic}:`))
  if (subject !== undefined && topic !== undefined)
    return translate(locale, `wallet_answers.lines.${topic}_of`, { subject })
  if (subject === undefined) return translate(locale, `wallet_answers.lines.${kind}`)
  if (kind === 'refund' && label.startsWith('order:'))
    return translate(locale, 'wallet_answers.lines.order_refund_of', { subject })
  if (kind === 'refund' && label.startsWith('document:'))
    return translate(locale, 'wallet_answers.lines.document_refund_of', { subject })
  return translate(locale, `wallet_answers.lines.${kind}_of`, {
    subject: kind === 'top_up' ? getProviderTitle(subject) : subject,
  })
}
