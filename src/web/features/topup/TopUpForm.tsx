import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { topUpLimits, type Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places.ts'
import { gateways } from '#contract/wallet.ts'
import { CallError } from '#web/lib/call.ts'
import { pageConfig } from '#web/lib/config.ts'
import { currencySign, formatMoney } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { readAmount } from './amount.ts'
import { useAddFunds } from './api.ts'
import { rememberReturn } from './return.ts'

export interface TopUpFormProps {
  /** Of the account: it decides the provider and the currency. */
  country: CountryCode
  /** What to propose, in major units: what a booking is short of. */
  suggested?: number
  /** Where the driver goes on after paying; the wallet unless told. */
  returnTo?: string
  /**
   * What must be done before the driver leaves, and where the way leads back to then. Undefined keeps the driver here: why is
   * told elsewhere.
   */
  secure?: (() => Promise<string | undefined>) | undefined
}

/** Asks for an amount and leads to the country's provider. Limits are shown before they can be broken. */
export function TopUpForm({ country, suggested, returnTo, secure }: TopUpFormProps) {
  const { t, i18n } = useTranslation()
  const gateway = gateways[country]
  const { currency } = gateway
  const limits = topUpLimits[currency]
  const money = (amount: number) => formatMoney(amount, currency, i18n.language)
  const [text, setText] = useState(() => typed(proposal(suggested, currency), i18n.language))
  const [asked, setAsked] = useState(false)
  const add = useAddFunds()
  const [sending, setSending] = useState(false)
  // One intent, one key: a click that is repeated after a lost answer begins no second payment.
  const retry = useRef<{ amount: number; key: string } | undefined>(undefined)
  const read = readAmount(text, currency)
  const problem =
    'problem' in read
      ? t(`wallet.${read.problem}`, { least: money(limits.least), most: money(limits.most) })
      : undefined

  const leaving = add.isSuccess
  const leave = async (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if ('problem' in read || sending || leaving) return
    setSending(true)
    await begin(read.amount)
    setSending(false)
  }

  const begin = async (amount: number) => {
    const back = secure === undefined ? returnTo : await secure()
    if (secure !== undefined && back === undefined) return
    if (retry.current?.amount !== amount) retry.current = { amount, key: crypto.randomUUID() }
    try {
      const { data } = await add.mutateAsync({ amount, retryKey: retry.current.key })
      const { authorization_url, checkout_url, payment_url, reference } = data.payment_info
      const link = authorization_url ?? checkout_url ?? payment_url
      if (link === undefined) return
      rememberReturn(reference, back)
      // Whoever goes back by the browser finds what was secured, too.
      if (back !== undefined) window.history.replaceState(window.history.state, '', back)
      window.location.assign(link)
    } catch (error) {
      // A refusal ends the intent; after a lost answer the same one is sent again.
      if (error instanceof CallError && error.status !== 0) retry.current = undefined
    }
  }

  // A page that the browser kept whole while the driver was away can be used again.
  const { reset } = add
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => event.persisted && reset()
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [reset])

  return (
    <form onSubmit={(event) => void leave(event)} noValidate className="grid gap-4">
      <div role="group" aria-label={t('wallet.quick')} className="flex flex-wrap gap-2">
        {limits.quick.map((amount) => (
          <Chip
            key={amount}
            pressed={'amount' in read && read.amount === amount}
            onClick={() => setText(String(amount))}
          >
            {money(amount)}
          </Chip>
        ))}
      </div>
      <Field
        label={t('wallet.amount', { currency })}
        hint={t('wallet.limits', { least: money(limits.least), most: money(limits.most) })}
        error={asked ? problem : undefined}
        required
      >
        <TextInput
          name="amount"
          inputMode={currency === 'XOF' ? 'numeric' : 'decimal'}
          autoComplete="transaction-amount"
          value={text}
          onChange={(event) => setText(event.target.value)}
          before={currencySign(currency)}
        />
      </Field>
      {add.error && (
        <Notice tone="error">
          {add.error instanceof CallError && add.error.problem ? add.error.message : t('common.network_error')}
        </Notice>
      )}
      <Button type="submit" wide busy={sending || leaving}>
        {leaving
          ? t('wallet.going', { provider: gateway.name })
          : t('wallet.go_to_provider', { amount: 'amount' in read ? money(read.amount) : '', provider: gateway.name })}
      </Button>
      <p className="text-sm text-ink-2">
        {t('wallet.top_up_lead', { provider: gateway.name })}
        {pageConfig.simulated_payments && ` ${t('wallet.stand_in', { provider: gateway.name })}`}
      </p>
    </form>
  )
}

/** As a reader of this language would type it. */
const typed = (amount: number, locale: string) =>
  (Number.isInteger(amount) ? String(amount) : amount.toFixed(2)).replace('.', locale === 'fr' ? ',' : '.')

/** The first amount in the field: what is missing (not less than the least), else the second quick amount. */
function proposal(suggested: number | undefined, currency: Currency): number {
  const { least, most, quick } = topUpLimits[currency]
  if (suggested === undefined) return quick[1] ?? least
  return Math.min(most, Math.max(least, suggested))
}
