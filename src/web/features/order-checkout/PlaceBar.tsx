import type { Money } from '#contract/fields.ts'
import { continueEmailLogin, emailLoginId, useNextStep } from '#web/features/account/emailLoginDraft.ts'
import { useOutstanding } from '#web/features/bookings/useOutstanding.ts'
import { sumOf } from '#web/features/topup/money.ts'
import { useFunds } from '#web/features/topup/useFunds.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { PayButton } from '#web/ui/PayButton.tsx'
import type { OrderCheckout } from './useOrderCheckout.ts'
import type { Placing } from './usePlaceOrder.ts'

interface PlaceBarProps {
  checkout: OrderCheckout
  placing: Placing
  total: Money | undefined
  /** Id of the form that the button submits. */
  form: string
}

/** The next step: log in, pay, place what is paid in cash, or hold the order until the wallet covers it. On a phone it stays at the bottom. */
export function PlaceBar({ checkout, placing, total, form }: PlaceBarProps) {
  const { t, locale } = useTranslation()
  const nextStep = useNextStep()
  const outstanding = useOutstanding(total?.currency)
  const sum = total && sumOf([total.amount, outstanding], total.currency)
  const funds = useFunds(sum, total?.currency)
  const amount = total === undefined ? '' : formatMoney(total.amount, total.currency, locale)
  const inCash = checkout.pay_with === 'cash'
  const isShort = !inCash && funds.state === 'short'
  // The total of another handover would be refused as a price that has changed.
  const isBlocked = placing.blocked !== undefined || checkout.priced.isPlaceholderData
  return (
    <div
      data-action-bar
      className="sticky bottom-0 z-30 -mx-4 border-t border-line bg-card px-4 pt-3 safe-bottom sm:-mx-6 sm:px-6 lg:static lg:col-start-1 lg:mx-0 lg:border-0 lg:bg-transparent lg:px-0"
    >
      <p className="mb-2 flex items-baseline justify-between gap-4 lg:hidden">
        <span className="text-ink-2">{t('cart.total')}</span>
        <span className="text-lg font-black tabular-nums">{amount}</span>
      </p>
      {placing.blocked !== undefined && <p className="mb-2 text-sm text-ink-2">{placing.blocked}</p>}
      {!checkout.signedIn ? (
        <Button key="login" wide className="lg:hidden" aria-controls={emailLoginId} onClick={continueEmailLogin}>
          {t(nextStep)}
        </Button>
      ) : placing.isOutcomeUnknown ? (
        <Button key="again" wide busy={placing.isSending} onClick={placing.sendAgain}>
          {t('orders.send_again')}
        </Button>
      ) : isShort ? (
        <PayButton
          key="hold"
          variant="outline"
          wide
          busy={placing.isSending}
          disabled={isBlocked}
          onClick={placing.hold}
        >
          {t('orders.hold')}
        </PayButton>
      ) : (
        <PayButton
          key="pay"
          type="submit"
          form={form}
          wide
          busy={placing.isSending}
          disabled={isBlocked || (!inCash && funds.state === 'unknown')}
        >
          {inCash || total?.amount === 0 ? t('orders.place_free') : t('orders.pay', { amount })}
        </PayButton>
      )}
      {isShort && <p className="mt-2 text-sm text-ink-2">{t('orders.hold_text')}</p>}
    </div>
  )
}
