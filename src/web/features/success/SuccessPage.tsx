import { Navigate, useSearchParams } from 'react-router'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useBooking } from '#web/features/bookings/api-booking.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Booked } from './Booked.tsx'

/** Confirmation of a booking. Can be opened repeatedly, later, and in another browser. */
export default function SuccessPage() {
  const [search] = useSearchParams()
  const code = search.get('code') ?? search.get('booking_code')
  const signedIn = useSignedIn()
  return (
    <Page width="form" className="py-6 sm:py-10">
      {!code ? <NoCode /> : signedIn ? <BookingConfirmation key={code} code={code} /> : <SignedOut code={code} />}
    </Page>
  )
}

function NoCode() {
  const { t } = useTranslation()
  return (
    <EmptyState
      level={1}
      picture="search"
      title={t('checkout.success.no_code')}
      action={<ButtonLink to={paths.bookings()}>{t('checkout.success.to_bookings')}</ButtonLink>}
    >
      {t('checkout.success.no_code_text')}
    </EmptyState>
  )
}

function SignedOut({ code }: { code: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      level={1}
      picture="signed_out"
      title={t('checkout.success.signed_out')}
      action={<ButtonLink to={paths.auth({ next: paths.bookingSuccess({ code }) })}>{t('checkout.log_in')}</ButtonLink>}
    >
      {t('checkout.success.signed_out_text')}
    </EmptyState>
  )
}

function BookingConfirmation({ code }: { code: string }) {
  const { t } = useTranslation()
  const { data: booking, error, isError, refetch } = useBooking(code)
  if (booking?.status === 'pending')
    return <Navigate to={paths.checkout(booking.park.slug, { hold: booking.booking_code })} replace />
  if (booking !== undefined) return <Booked booking={booking} />
  if (!isError) {
    return (
      <Loading label={t('common.loading')} className="grid gap-4">
        <Skeleton className="h-9 w-3/5" />
        <Skeleton className="h-52 rounded-xl" />
        <Skeleton className="h-13" />
      </Loading>
    )
  }
  if (error instanceof CallError && error.status === 404) {
    return (
      <EmptyState
        level={1}
        picture="search"
        title={t('checkout.success.unknown')}
        action={<ButtonLink to={paths.bookings()}>{t('checkout.success.to_bookings')}</ButtonLink>}
      >
        {t('checkout.success.unknown_text', { code })}
      </EmptyState>
    )
  }
  const offline = error instanceof CallError && error.status === 0
  return (
    <EmptyState
      level={1}
      live
      picture={offline ? 'offline' : 'failed'}
      title={t(offline ? 'checkout.offline' : 'checkout.success.failed')}
      action={<Button onClick={() => refetch()}>{t('common.try_again')}</Button>}
    >
      {offline ? t('checkout.success.offline_text') : describeFailure(t, error)}
    </EmptyState>
  )
}
