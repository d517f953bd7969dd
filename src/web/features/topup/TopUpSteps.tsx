import type { Gateway } from '#contract/wallet/wallet.ts'
import { pageConfig } from '#web/api/config.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { firstWay } from './gateway.ts'
import { StripeForm } from './StripeForm.tsx'
import type { TopUp, TopUpState } from './useTopUp.ts'

/** Whether the step on the page has a button of its own in place of the one that starts the top-up. */
export const hasOwnButton = ({ at }: TopUpState): boolean =>
  at === 'stripe_form' || at === 'other_provider' || at === 'transfer_pending'

export const isBusy = ({ at }: TopUpState): boolean => at === 'sending' || at === 'leaving'

interface TopUpStepsProps {
  topUp: TopUp
  gateway: Gateway
  /** Formatted. */
  amount: string
}

/** What happens after a top-up was started: an error, the provider's form, or the next step. */
export function TopUpSteps({ topUp: { state, error, change }, gateway, amount }: TopUpStepsProps) {
  const { t, locale } = useTranslation()
  const way = firstWay(gateway)
  if (error) return <Notice tone="error">{describeFailure(t, error)}</Notice>
  switch (state.at) {
    case 'stripe_form':
      return (
        <StripeForm
          open={state.open}
          amount={formatMoney(state.amount, gateway.currency, locale)}
          onSent={state.finish}
          onHosted={state.useHosted}
          onChange={change}
        />
      )
    case 'other_provider':
      return (
        <Notice tone="warning" live title={t('wallet.other_provider', { provider: way.name })}>
          <p>{t('wallet.other_provider_text', { amount, other: state.way.name })}</p>
          {/* The pressed button has been replaced, so the focus moves to the next step. */}
          <Button ref={focus} wide size="md" className="mt-3 mb-1" onClick={state.go}>
            {t('wallet.go_to_provider', { amount, provider: state.way.name })}
          </Button>
        </Notice>
      )
    case 'closed':
      return (
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
      )
    case 'transfer_pending':
      return (
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
      )
    case 'demonstrated':
      return (
        <Notice
          tone="success"
          live
          title={t('wallet.demo.done', { amount: formatMoney(state.amount, gateway.currency, locale) })}
        >
          {t('wallet.demo.done_text')}
        </Notice>
      )
    default:
      return null
  }
}

const focus = (button: HTMLButtonElement | null) => button?.focus()

/** The provider that takes the payment, and what it asks for. */
export function ProviderNote({ gateway }: { gateway: Gateway }) {
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
