import type { AlreadyBooked } from '#contract/bookings/bookings.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatWindow } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { groupCode } from './pass/code.ts'

interface AlreadyBookedNoticeProps {
  booked: AlreadyBooked
  zone: string
  /** What would be paid twice: a second booking, or time of this one that the other has too. */
  by: 'booking' | 'extension'
}

/** Says before a driver pays that the vehicle is booked here already, with the way to that booking. */
export function AlreadyBookedNotice({ booked, zone, by }: AlreadyBookedNoticeProps) {
  const { t, locale } = useTranslation()
  return (
    <Notice
      tone="warning"
      live
      title={t('checkout.duplicate')}
      action={
        <ButtonLink to={paths.bookingDetails(booked.booking_code)} variant="outline" size="md">
          {t('checkout.duplicate_open')}
        </ButtonLink>
      }
    >
      {t(by === 'booking' ? 'checkout.duplicate_text' : 'bookings.extend.twice', {
        window: formatWindow(new Date(booked.start_time), new Date(booked.end_time), zone, locale),
        code: groupCode(booked.booking_code),
      })}
    </Notice>
  )
}
