import { toMajor } from '#contract/minor-units.ts'
import type { Currency } from '#contract/money.ts'
import { formatMoney } from '#contract/money-text.ts'
import type { Language } from '#contract/places.ts'
import { gateways } from '#contract/gateway-facts.ts'
import type { PaymentResult } from '#contract/wallet.ts'
import { translate } from '#server/translate.ts'
import { parseLabelSubject } from './rules.ts'

const gatewayList = Object.values(gateways)
/** A provider's own name, as people know it. */
export const getProviderTitle = (provider: string): string =>
  gatewayList.find((one) => one.provider === provider)?.name ?? provider

/** `₦1,250`, `CA$20.50`, `CFA 1,250`; in French `1 250 ₦`. Whole amounts have no fraction, others two digits. */
export const formatMinorAmount = (
  amount_minor: bigint,
  currency: Currency,
  language: Language,
  how: { sign?: 'auto' | 'always' } = {},
): string => formatMoney(toMajor(amount_minor, currency), currency, language, how)

type Payment = { provider: string; amount_minor: bigint; currency: Currency }

export const describeStartedTopUp = ({ provider, amount_minor, currency }: Payment, language: Language): string =>
  translate(language, 'wallet_answers.started', {
    provider: getProviderTitle(provider),
    amount: formatMinorAmount(amount_minor, currency, language),
  })

/** How a look at a payment ended. */
export type PaymentOutcome = 'credited' | 'pending' | 'in_progress' | 'provider_silent' | 'failed' | 'for_staff'

/** The three states that the specification's page knows. */
export const statusByOutcome: Record<PaymentOutcome, PaymentResult['status']> = {
  credited: 'success',
  pending: 'pending',
  in_progress: 'pending',
  provider_silent: 'pending',
  failed: 'failed',
  for_staff: 'failed',
}

export const describeOutcome = (
  outcome: PaymentOutcome,
  { provider, amount_minor, currency }: Payment,
  language: Language,
): string =>
  translate(language, `wallet_answers.${outcome}`, {
    provider: getProviderTitle(provider),
    amount: formatMinorAmount(amount_minor, currency, language),
  })

/** Labels that say more than the kind of their transfer does. */
const labelTopics = [
  'overstay',
  'due',
  'sent_back',
  'come_back',
  'taken_back',
  'disputed',
  'dispute_won',
  'debt_paid',
] as const

/** A line of the statement in words: what kind of transfer it is, and what its label says it is about. */
export function describeEntry(kind: string, label: string, language: Language): string {
  const subject = parseLabelSubject(label)
  const topic = labelTopics.find((one) => label.startsWith(`${one}:`))
  if (subject !== undefined && topic !== undefined)
    return translate(language, `wallet_answers.lines.${topic}_of`, { subject })
  if (subject === undefined) return translate(language, `wallet_answers.lines.${kind}`)
  return translate(language, `wallet_answers.lines.${kind}_of`, {
    subject: kind === 'top_up' ? getProviderTitle(subject) : subject,
  })
}
