import { Navigate } from 'react-router'
import { parkLabel } from '#contract/parks/park-label.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useSignedIn } from '#web/api/session.ts'
import { writeWindow } from '#web/features/booking-window/window.ts'
import { useBooking } from '#web/features/bookings/api-booking.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx'
import { HeldCheckout } from './HeldCheckout.tsx'

/** A held space by its booking code; leads on if it is paid, released or expired. */
export function HeldPage({ slug, code }: { slug: string; code: string }) {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const { data: booking, error, isError, refetch } = useBooking(code)
  usePageTitle(booking && t('pages.checkout.title', { name: parkLabel(booking.park, t) }))

  if (!signedIn) {
    return (
      <Page className="py-6">
        <EmptyState
          level={1}
          picture="signed_out"
          title={t('checkout.held_log_in')}
          action={
            <ButtonLink to={paths.auth({ next: paths.checkout(slug, { hold: code }) })}>
              {t('checkout.log_in')}
            </ButtonLink>
          }
        >
          {t('checkout.held_log_in_text')}
        </EmptyState>
      </Page>
    )
  }
  if (booking?.status === 'pending') return <HeldCheckout booking={booking} />
  // A payment arrived after the hold had expired, and the space was booked again.
  const replacement = booking?.followed_by.find(({ status }) => status === 'active' || status === 'checked_in')
  if (replacement !== undefined)
    return <Navigate to={paths.bookingDetails(replacement.booking_code)} state={{ booked: true }} replace />
  if (booking?.status === 'expired' || booking?.status === 'cancelled') {
    const { start_time, end_time, vehicle_type_id } = booking
    const window = { start: new Date(start_time), end: new Date(end_time), vehicle: vehicle_type_id }
    return <Navigate to={paths.checkout(booking.park.slug, writeWindow(window))} state={{ hold_over: true }} replace />
  }
  // Paid, possibly in another tab. This response may arrive before the one to the payment.
  if (booking !== undefined)
    return <Navigate to={paths.bookingDetails(booking.booking_code)} state={{ booked: true }} replace />
  if (!isError) return <CheckoutSkeleton />
  if (error instanceof CallError && error.status === 404) {
    return (
      <Page className="py-6">
        <EmptyState
          level={1}
          picture="search"
          title={t('checkout.held_unknown')}
          action={
            <>
              <ButtonLink to={paths.checkout(slug)}>{t('checkout.held_choose_again')}</ButtonLink>
              <ButtonLink to={paths.bookings()} variant="alt">
                {t('checkout.check_bookings')}
              </ButtonLink>
            </>
          }
        >
          {t('checkout.held_unknown_text')}
        </EmptyState>
      </Page>
    )
  }
  const offline = error instanceof CallError && error.status === 0
  return (
    <Page className="py-6">
      <EmptyState
        level={1}
        live
        picture={offline ? 'offline' : 'failed'}
        title={t(offline ? 'checkout.offline' : 'checkout.failed')}
        action={<Button onClick={() => refetch()}>{t('common.try_again')}</Button>}
      >
        {offline ? t('checkout.offline_held') : describeFailure(t, error)}
      </EmptyState>
    </Page>
  )
}
