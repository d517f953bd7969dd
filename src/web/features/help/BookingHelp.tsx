import { useTranslation } from 'react-i18next'
import type { Booking } from '#contract/bookings.ts'
import type { GroupItem } from '#contract/content.ts'
import { useBooking } from '#web/features/bookings/api-booking.ts'
import { Questions } from '#web/features/content/Groups.tsx'
import { useSignedIn } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { questionsFor } from './forBooking.ts'

interface BookingHelpProps {
  code: string
  questions: readonly GroupItem[]
}

/** What is asked at this point of the booking in hand. */
export function BookingHelp({ code, questions }: BookingHelpProps) {
  const { t } = useTranslation()
  return useSignedIn() ? (
    <OwnBooking code={code} questions={questions} />
  ) : (
    <Notice>{t('content.help.booking_failed', { code })}</Notice>
  )
}

function OwnBooking({ code, questions }: BookingHelpProps) {
  const { t } = useTranslation()
  const { data: booking, isError } = useBooking(code)
  if (booking === undefined)
    return isError ? <Notice live>{t('content.help.booking_failed', { code })}</Notice> : <div className="min-h-40" />
  const wanted = questionsFor[booking.status].flatMap((id) => questions.filter((question) => question.id === id))
  return (
    <Card as="section" padding="lg" chosen className="mb-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-lg">{t('content.help.booking', { park: nameOf(booking) })}</h2>
          <p className="mt-1 mb-4 text-ink-2">{t('content.help.booking_text', { code: booking.booking_code })}</p>
        </div>
        <ButtonLink to={paths.bookingDetails(booking.booking_code)} variant="outline" size="md">
          {t('content.help.booking_open')}
        </ButtonLink>
      </div>
      <Questions items={wanted.map((question) => ({ ...question, id: `booking-${question.id}` }))} />
    </Card>
  )
}

const nameOf = ({ park }: Booking) => park.name ?? park.address ?? park.city ?? park.park_code
