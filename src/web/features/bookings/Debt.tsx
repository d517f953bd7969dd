import { useTranslation } from 'react-i18next'
import type { BookingDetails } from '#contract/bookings.ts'
import { formatMoney } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** The outstanding balance of an overstay. */
export function Debt({ booking, onPay }: { booking: BookingDetails; onPay: () => unknown }) {
  const { t, i18n } = useTranslation()
  if (booking.due === 0) return null
  return (
    <Notice
      tone="warning"
      title={t('bookings.outstanding.title', { amount: formatMoney(booking.due, booking.currency, i18n.language) })}
    >
      <p>{t('bookings.outstanding.text')}</p>
      {booking.can.pay_due && (
        <Button size="md" className="mt-3 mb-1" onClick={onPay}>
          {t('bookings.outstanding.pay')}
        </Button>
      )}
    </Notice>
  )
}
