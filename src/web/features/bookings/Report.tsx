import { useTranslation } from 'react-i18next'
import type { BookingDetails } from '#contract/bookings.ts'
import { Section } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useReportPhoto } from '#web/features/bookings/dialogs/previews.ts'

/** The driver's report that they could not park, with its photo, which only staff also see. */
export function Report({ booking }: { booking: BookingDetails }) {
  const { t } = useTranslation()
  // A copy saved on the device may be older than the report.
  const report = booking.cannot_park ?? null
  if (report === null) return null
  return (
    <Section title={t('bookings.report.title')}>
      <p className="font-semibold">{t(`bookings.cannot_park.reasons.${report.reason}`)}</p>
      {report.note !== null && <p className="mt-1 break-words text-ink-2">{report.note}</p>}
      {report.has_photo && <Photo id={booking.id} />}
    </Section>
  )
}

function Photo({ id }: { id: string }) {
  const { t } = useTranslation()
  const { address, failed } = useReportPhoto(id, true)
  if (failed) return <p className="mt-2 text-sm text-ink-2">{t('bookings.report.photo_failed')}</p>
  return (
    <figure className="mt-3">
      {address === undefined ? (
        <Skeleton className="h-56 rounded-lg" />
      ) : (
        <img
          src={address}
          alt={t('bookings.report.photo_alt')}
          className="h-56 w-full rounded-lg border border-line bg-sunk object-contain"
        />
      )}
      <figcaption className="mt-1.5 text-sm text-ink-2">{t('bookings.report.photo_seen')}</figcaption>
    </figure>
  )
}
