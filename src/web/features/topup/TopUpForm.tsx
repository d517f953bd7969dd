import { useState, type FormEvent } from 'react'
import type { CountryCode } from '#contract/places/places.ts'
import type { Gateway } from '#contract/wallet/wallet.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { formatTypedNumber } from '#web/time/typedNumber.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PayButton } from '#web/ui/PayButton.tsx'
import { amountKeyboard, findTopUpFor, readAmount, signBeside } from './amount.ts'
import { useGateway } from './api.ts'
import { firstWay } from './gateway.ts'
import { hasOwnButton, isBusy, ProviderNote, TopUpSteps } from './TopUpSteps.tsx'
import { type BeforeTopUp, useTopUp } from './useTopUp.ts'

export interface TopUpFormProps {
  /** Country of the account: determines the provider and the currency. */
  country: CountryCode
  /** Suggested amount in major units: what a booking still needs. */
  suggested?: number
  /** Address to return to after paying; the wallet by default. */
  returnTo?: string
  beforeTopUp?: BeforeTopUp | undefined
}

/** Enters an amount and leads to the country's provider. Shows the limits in advance. */
export function TopUpForm({ country, suggested, returnTo, beforeTopUp }: TopUpFormProps) {
  const { t, language, locale } = useTranslation()
  const gateway = useGateway(country)
  const { currency, least, most, quick } = gateway
  const way = firstWay(gateway)
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const [text, setText] = useState(() => formatTypedNumber(proposal(suggested, gateway), language, 2))
  const [submitted, setSubmitted] = useState(false)
  const topUp = useTopUp({ country, returnTo, beforeTopUp })
  const { state, begin, change } = topUp
  const read = readAmount(text, currency)
  const problem =
    'problem' in read ? t(`wallet.${read.problem}`, { least: money(least), most: money(most) }) : undefined
  const amount = 'amount' in read ? money(read.amount) : ''

  const write = (next: string) => {
    setText(next)
    change()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if ('amount' in read) void begin(read.amount)
  }

  if (state.at === 'stripe_form') return <TopUpSteps topUp={topUp} gateway={gateway} amount={amount} />
  if (way.mode === 'closed') return <Notice title={t('wallet.closed')}>{t('wallet.closed_text')}</Notice>
  return (
    <form onSubmit={send} noValidate className="grid grid-cols-1 gap-4">
      {way.mode === 'demo' && (
        <Notice tone="warning" title={t('wallet.demo.title')}>
          {t('wallet.demo.text', { provider: way.name })}
        </Notice>
      )}
      <div role="group" aria-label={t('wallet.quick')} className="flex flex-wrap gap-2">
        {quick.map((entry) => (
          <Chip key={entry} pressed={'amount' in read && read.amount === entry} onClick={() => write(String(entry))}>
            {money(entry)}
          </Chip>
        ))}
      </div>
      <Field
        label={t('wallet.amount', { currency })}
        hint={t('wallet.limits', { least: money(least), most: money(most) })}
        error={submitted ? problem : undefined}
        required
      >
        <TextInput
          name="amount"
          inputMode={amountKeyboard(currency)}
          autoComplete="transaction-amount"
          value={text}
          onChange={(event) => write(event.target.value)}
          {...signBeside(currency, locale)}
        />
      </Field>
      <TopUpSteps topUp={topUp} gateway={gateway} amount={amount} />
      {!hasOwnButton(state) && (
        <PayButton type="submit" wide busy={isBusy(state)}>
          {state.at === 'leaving'
            ? t('wallet.going', { provider: state.way.name })
            : t(way.mode === 'demo' ? 'wallet.demo.try' : 'wallet.go_to_provider', { amount, provider: way.name })}
        </PayButton>
      )}
      {way.mode !== 'demo' && <ProviderNote gateway={gateway} />}
    </form>
  )
}

/** Initial amount: what is missing, but at least the minimum; otherwise the second quick amount. */
function proposal(suggested: number | undefined, gateway: Gateway): number {
  if (suggested === undefined) return gateway.quick[1] ?? gateway.least
  return Math.min(gateway.most, findTopUpFor(suggested, gateway))
}
