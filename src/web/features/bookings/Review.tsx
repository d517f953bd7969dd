import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import type { BookingDetails } from '#contract/bookings.ts'
import { Section } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { bookingsKey } from './api.ts'

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
