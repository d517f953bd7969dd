import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney, formatDateTime } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { PhotoField } from '#web/ui/form/PhotoField.tsx'
import { usePhoto } from '#web/ui/form/usePhoto.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { bookingsKey } from './api.ts'
import { useSaveCannotParkPhoto } from './changes.ts'
import { useReportPhoto } from './dialogs/previews.ts'
import { reasonOf } from './reason.ts'
import { sentenceOf } from './sentence.ts'

/** The outstanding balance of an overstay. */
export function Debt({ booking, onPay }: { booking: BookingDetails; onPay: () => unknown }) {
  const { t, locale } = useTranslation()
  if (booking.due === 0) return null
  return (
    <Notice
      tone="warning"
      title={t('bookings.outstanding.title', { amount: formatMoney(booking.due, booking.currency, locale) })}
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
      {report.decision === 'waiting' && <Waiting id={booking.id} />}
      {report.decision === 'accepted' && <p className="mt-2">{t('bookings.report.accepted')}</p>}
      {report.decision === 'refused' && (
        <Notice title={t('bookings.report.refused')} className="mt-3">
          {report.answer}
        </Notice>
      )}
      {report.has_photo && <Photo id={booking.id} />}
    </Section>
  )
}

/** Staff checks the report; a photo spares the driver the check. */
function Waiting({ id }: { id: string }) {
  const { t } = useTranslation()
  const sending = useSaveCannotParkPhoto(id)
  const photo = usePhoto({ onChange: (url) => url !== undefined && sending.mutate(url) })
  return (
    <div className="mt-3 grid gap-4">
      <Notice live>{t('bookings.report.waiting')}</Notice>
      <PhotoField
        label={t('bookings.report.add_photo')}
        hint={t('bookings.cannot_park.photo_hint')}
        alt={t('bookings.report.photo_alt')}
        photo={photo}
      />
      {sending.isPending && <p role="status">{t('bookings.cannot_park.photo_sending')}</p>}
      {sending.isError && (
        <Notice tone="error" live>
          {t('bookings.cannot_park.photo_failed', { reason: reasonOf(t, sending.error) })}
        </Notice>
      )}
    </div>
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

const ReviewForm = lazy(async () => ({
  default: (await import('#web/features/reviews/ReviewForm.tsx')).ReviewForm,
}))

/** The review form once the booking has ended; the thanks stay until the page is left. */
export function Review({ booking }: { booking: BookingDetails }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [done, setDone] = useState(false)
  if (!booking.can.review && !done) return null
  return (
    <div id="review" tabIndex={-1} className="scroll-mt-20 outline-none">
      <Section title={t('bookings.review_title')}>
        <Suspense fallback={<Skeleton className="h-48" />}>
          <ReviewForm
            booking_code={booking.booking_code}
            park_slug={booking.park.slug}
            onDone={() => {
              setDone(true)
              void queries.invalidateQueries({ queryKey: bookingsKey })
            }}
          />
        </Suspense>
      </Section>
    </div>
  )
}

/** The booking's events, oldest first, in the park's local time. */
export function History({ booking }: { booking: BookingDetails }) {
  const { t, locale } = useTranslation()
  return (
    <Section title={t('bookings.history')}>
      <ol className="ml-1.5 border-l-2 border-line">
        {booking.history.map((entry, index) => (
          <li
            key={index}
            className="relative pb-4 pl-5 before:absolute before:top-1.5 before:-left-[7px] before:size-3 before:rounded-full before:border-2 before:border-paper before:bg-ink-3 last:pb-0 last:before:bg-act"
          >
            <span className="block font-semibold">{sentenceOf(entry, booking, t, locale)}</span>
            <time dateTime={entry.at} className="text-sm text-ink-2">
              {formatDateTime(new Date(entry.at), booking.park.timezone, locale)}
            </time>
          </li>
        ))}
      </ol>
    </Section>
  )
}
