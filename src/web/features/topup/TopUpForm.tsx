import { describeFailure } from '#web/lib/failures.ts'
import { useState, type FormEvent } from 'react'
import type { CountryCode } from '#contract/places.ts'
import type { Gateway } from '#contract/wallet.ts'
import { pageConfig } from '#web/lib/config.ts'
import { currencySign, formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { readAmount, typed } from './amount.ts'
import { useGateway } from './api.ts'
import { firstWay } from './gateway.ts'
import { StripeForm } from './StripeForm.tsx'
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
  const { t, language } = useTranslation()
  const gateway = useGateway(country)
  const { currency, least, most, quick } = gateway
  const way = firstWay(gateway)
  const money = (amount: number) => formatMoney(amount, currency, language)
  const [text, setText] = useState(() => typed(proposal(suggested, gateway), language))
  const [submitted, setSubmitted] = useState(false)
  const { state, begin, change, error } = useTopUp({ country, returnTo, beforeTopUp })
  const read = readAmount(text, currency)
  const problem =
    'problem' in read ? t(`wallet.${read.problem}`, { least: money(least), most: money(most) }) : undefined
  const amount = 'amount' in read ? money(read.amount) : ''
  const leaving = state.at === 'leaving'

  const write = (next: string) => {
    setText(next)
    change()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if ('amount' in read) void begin(read.amount)
  }

  if (state.at === 'stripe_form')
    return (
      <StripeForm
        open={state.open}
        amount={money(state.amount)}
        onSent={state.finish}
        onHosted={state.useHosted}
        onChange={change}
      />
    )
  if (way.mode === 'closed') return <Notice title={t('wallet.closed')}>{t('wallet.closed_text')}</Notice>
  return (
    <form onSubmit={send} noValidate className="grid grid-cols-1 gap-4">
      {way.mode === 'demo' && (
        <Notice tone="warning" title={t('wallet.demo.title')}>
          {t('wallet.demo.text', { provider: way.name })}
        </Notice>
      )}
      <div role="group" aria-label={t('wallet.quick')} className="flex flex-wrap gap-2">
        {quick.map((one) => (
          <Chip key={one} pressed={'amount' in read && read.amount === one} onClick={() => write(String(one))}>
            {money(one)}
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
          inputMode={currency === 'XOF' ? 'numeric' : 'decimal'}
          autoComplete="transaction-amount"
          value={text}
          onChange={(event) => write(event.target.value)}
          before={currencySign(currency)}
        />
      </Field>
      {error && <Notice tone="error">{describeFailure(t, error)}</Notice>}
      {state.at === 'other_provider' ? (
        <Notice tone="warning" live title={t('wallet.other_provider', { provider: way.name })}>
          <p>{t('wallet.other_provider_text', { amount, other: state.way.name })}</p>
          {/* The pressed button has been replaced, so the focus moves to the next step. */}
          <Button ref={focus} wide size="md" className="mt-3 mb-1" onClick={state.go}>
            {t('wallet.go_to_provider', { amount, provider: state.way.name })}
          </Button>
        </Notice>
      ) : (
        state.at !== 'transfer_pending' && (
          <Button type="submit" wide busy={state.at === 'sending' || leaving}>
            {leaving
              ? t('wallet.going', { provider: state.way.name })
              : t(way.mode === 'demo' ? 'wallet.demo.try' : 'wallet.go_to_provider', { amount, provider: way.name })}
          </Button>
        )
      )}
      {state.at === 'closed' && (
        <Notice
          live
          title={t('wallet.form_closed')}
          action={
            <Button size="md" variant="alt" onClick={state.again}>
              {t('wallet.form_again')}
            </Button>
          }
        >
          {t('wallet.form_closed_text')}
        </Notice>
      )}
      {state.at === 'transfer_pending' && (
        <Notice
          live
          title={t('wallet.transfer_pending')}
          action={
            <Button size="md" variant="alt" onClick={state.check}>
              {t('wallet.check_status')}
            </Button>
          }
        >
          {t('wallet.transfer_pending_text', { provider: state.way.name })}
        </Notice>
      )}
      {state.at === 'demonstrated' && (
        <Notice tone="success" live title={t('wallet.demo.done', { amount: money(state.amount) })}>
          {t('wallet.demo.done_text')}
        </Notice>
      )}
      {way.mode !== 'demo' && <What gateway={gateway} />}
    </form>
  )
}

const focus = (button: HTMLButtonElement | null) => button?.focus()

/** The provider that takes the payment, and what it asks for. */
function What({ gateway }: { gateway: Gateway }) {
  const { t } = useTranslation()
  const way = firstWay(gateway)
  const other = gateway.fallback
  return (
    <div className="grid gap-1 text-sm text-ink-2">
      <p>
        {t(way.mode === 'inline' ? 'wallet.top_up_lead_inline' : 'wallet.top_up_lead', { provider: way.name })}{' '}
        {t(`wallet.provider_hints.${way.provider}`)}
      </p>
      {other !== undefined && other.provider !== way.provider && (
        <p>{t('wallet.fallback', { provider: way.name, other: other.name })}</p>
      )}
      {pageConfig.simulated_payments && <p>{t('wallet.stand_in', { provider: way.name })}</p>}
    </div>
  )
}

/** Initial amount: what is missing, but at least the minimum; otherwise the second quick amount. */
function proposal(suggested: number | undefined, { least, most, quick }: Gateway): number {
  if (suggested === undefined) return quick[1] ?? least
  return Math.min(most, Math.max(least, suggested))
}
