import type { Booking } from '#contract/bookings/bookings.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatWindow } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'

interface WrongParkNoticeProps {
  booking: Booking
  /** Sentence that says why the booking is of no use here. */
  textKey: 'checkout.gate_elsewhere_text' | 'park_page.gate.elsewhere_text'
  className?: string
}

/** Warns at a gate that the driver's current booking is at another car park. */
export function WrongParkNotice({ booking, textKey, className }: WrongParkNoticeProps) {
  const { t, locale } = useTranslation()
  const { park, start_time, end_time } = booking
  return (
    <Notice
      tone="warning"
      live
      {...(className !== undefined && { className })}
      title={t('park_page.gate.elsewhere', { park: parkLabel(park, t) })}
      action={
        <ButtonLink to={paths.bookingDetails(booking.booking_code)} variant="outline" size="md">
          {t('park_page.gate.elsewhere_open')}
        </ButtonLink>
      }
    >
      {t(textKey, { window: formatWindow(new Date(start_time), new Date(end_time), park.timezone, locale) })}
    </Notice>
  )
}
