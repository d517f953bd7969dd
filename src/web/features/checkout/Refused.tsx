import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '#web/lib/call.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Payment } from './usePay.ts'

/** Told by the price and by the wallet themselves, beside the figures that have changed. */
const toldElsewhere = new Set(['price_changed', 'quote_mismatch', 'insufficient_balance', 'validation_failed'])

/** Why nothing was booked, in a sentence, with a way on. */
export function Refused({ refusal, elsewhere }: { refusal: CallError; elsewhere: ReactNode }) {
  const { t } = useTranslation()
  const { code, message } = refusal
  if (toldElsewhere.has(code)) {
    return (
      <Notice tone="error" title={t('checkout.refused')}>
        {message}
      </Notice>
    )
  }
  if (code === 'unauthorized') return <Notice tone="error">{t('checkout.refused_session')}</Notice>
  if (code === 'idempotency_key_reused') {
    return (
      <Notice
        tone="error"
        title={t('checkout.refused')}
        action={
          <ButtonLink to={paths.bookings()} variant="outline" size="md">
            {t('checkout.unsure_bookings')}
          </ButtonLink>
        }
      >
        {t('checkout.refused_key')}
      </Notice>
    )
  }
  const full = code === 'no_space' || code === 'park_closed' || code === 'park_not_bookable'
  return (
    <Notice tone="error" title={t('checkout.refused')} action={full ? elsewhere : undefined}>
      {code === 'no_space' || code === 'quote_expired' ? message : t('checkout.nothing_charged', { reason: message })}
    </Notice>
  )
}

/** It was sent and never answered: sending it again is safe, and says what became of it. */
export function Unsure({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" live title={t('checkout.unsure')}>
      <p>{t('checkout.unsure_text')}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button size="md" onClick={payment.sendAgain}>
          {t('checkout.unsure_again')}
        </Button>
        <ButtonLink to={paths.bookings()} variant="outline" size="md">
          {t('checkout.unsure_bookings')}
        </ButtonLink>
        <Button variant="link" onClick={payment.drop}>
          {t('checkout.unsure_drop')}
        </Button>
      </div>
    </Notice>
  )
}
