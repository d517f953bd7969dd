import { CircleCheck, ShoppingBag } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { normalizeCode } from '#contract/codes.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useOfflineNotice } from '#web/api/offlineNotice.ts'
import { describeDeadline } from '#web/features/booking-window/describeDeadline.ts'
import { useParkBranches } from '#web/features/catalogue/api.ts'
import { useHash } from '#web/features/content/useHash.ts'
import { useOnline } from '#web/page/media.ts'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { formatMomentInSentence } from '#web/time/inSentence.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useBooking } from './api-booking.ts'
import { useOpensOffline } from './api-offline.ts'
import { Debt, History, Report, Review } from './DetailSections.tsx'
import { useDialogs } from './dialogs/useDialogs.tsx'
import { EndReminder } from './EndReminder.tsx'
import { Facts } from './Facts.tsx'
import { groupCode } from './pass/code.ts'
import { Held } from './pass/Held.tsx'
import { HowToGetIn } from './pass/HowToGetIn.tsx'
import { Pass } from './pass/Pass.tsx'
import { PassActions } from './pass/PassActions.tsx'
import { PassClock } from './pass/PassClock.tsx'
import { SpotCard } from './pass/SpotCard.tsx'
import { WalletButtons } from './pass/WalletButtons.tsx'
import { phaseOf, type Phase } from './phase.ts'
import { PhaseTag } from './PhaseTag.tsx'
import { Receipt } from './Receipt.tsx'
import { useLastChange } from './usePhase.ts'
import { WaitingChanges } from './WaitingChanges.tsx'

const OfferedTimes = lazy(() => import('./OfferedTimes.tsx'))

export default function BookingDetailsPage() {
  const { t } = useTranslation()
  const { bookingCode = '' } = usePageParams()
  const booking = useBooking(bookingCode)
  const refused = booking.error instanceof CallError ? booking.error : undefined
  const again = <Button onClick={() => booking.refetch()}>{t('common.try_again')}</Button>

  if (refused?.status === 404) {
    return (
      <Page className="py-6">
        <EmptyState
          level={1}
          picture="search"
          title={t('bookings.unknown')}
          action={<ButtonLink to={paths.bookings()}>{t('bookings.to_list')}</ButtonLink>}
        >
          {t('bookings.unknown_text', { code: groupCode(normalizeCode(bookingCode)) })}
        </EmptyState>
      </Page>
    )
  }
  if (booking.data === undefined) {
    if (!booking.isError) return <Waiting />
    const offline = refused?.status === 0
    return (
      <Page className="py-6">
        <EmptyState
          level={1}
          live
          picture={offline ? 'offline' : 'failed'}
          title={t(offline ? 'bookings.offline' : 'bookings.failed_one')}
          action={again}
        >
          {offline ? t('bookings.offline_one') : describeFailure(t, booking.error)}
        </EmptyState>
      </Page>
    )
  }
  const failure = booking.failureReason
  return (
    <Page className="pb-10">
      <Whole
        booking={booking.data}
        onTurn={() => booking.refetch()}
        notice={
          failure === null ? null : failure instanceof CallError && failure.status === 0 ? (
            <SavedNotice at={booking.dataUpdatedAt} onRefresh={() => booking.refetch()} />
          ) : (
            <Notice tone="error" action={again}>
              {describeFailure(t, failure)}
            </Notice>
          )
        }
      />
    </Page>
  )
}

interface WholeProps {
  booking: BookingDetails
  notice: ReactNode
  /** Called when the phase or the actions change with time. */
  onTurn: () => unknown
}

function Whole({ booking, notice, onTurn }: WholeProps) {
  const { t } = useTranslation()
  const changed_at = useLastChange(booking)
  const phase = phaseOf(booking, changed_at)
  const dialogs = useDialogs(booking)
  // Links of emails lead to a part of the page.
  useHash(true)
  const turned = useRef({ changed_at, status: booking.status, onTurn })
  useEffect(() => {
    const last = turned.current
    turned.current = { changed_at, status: booking.status, onTurn }
    // A new status from the server already includes its actions.
    if (last.changed_at !== changed_at && last.status === booking.status) onTurn()
  }, [changed_at, booking.status, onTurn])
  const opensOffline = useOpensOffline(booking)
  return (
    <div className="grid grid-cols-1 items-start gap-x-14 lg:grid-cols-[min(28rem,45%)_minmax(0,1fr)]">
      <div className="mx-auto grid w-full max-w-md grid-cols-1 gap-4 lg:mx-0 lg:[@media(height>=54rem)]:sticky lg:[@media(height>=54rem)]:top-22">
        <header className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 pt-1 lg:pt-8">
          <h1 className="text-xl" tabIndex={-1}>
            {t(titleOf(booking, phase))}
          </h1>
          {/* A line of its own on a phone, so that what comes later moves nothing. */}
          <span className="flex flex-wrap gap-1.5 max-sm:basis-full">
            <PhaseTag phase={phase} />
            {opensOffline && (
              <span title={t('bookings.pass.works_offline_hint')} className="inline-flex">
                <Tag tone="free" icon={<CircleCheck aria-hidden="true" />}>
                  {t('bookings.pass.works_offline')}
                </Tag>
              </span>
            )}
          </span>
        </header>
        {notice}
        <WaitingChanges booking={booking} />
        {booking.offer && (
          <Suspense>
            <OfferedTimes booking={booking} offer={booking.offer} />
          </Suspense>
        )}
        <CancelledByOthers booking={booking} />
        <Debt booking={booking} onPay={() => dialogs.show('pay_due')} />
        {phase === 'held' && <Held booking={booking} />}
        <Pass booking={booking} phase={phase} />
        <WalletButtons booking={booking} />
        {withCar.has(booking.status) && <HowToGetIn access={booking.access} />}
        {/* Below the pass, which a guard wants to see first. */}
        <Booked booking={booking} />
      </div>
      <div className="mx-auto w-full max-w-md pt-4 lg:max-w-2xl lg:pt-20">
        <div className="mb-2 grid gap-4">
          <PassActions
            booking={booking}
            phase={phase}
            clock={<PassClock booking={booking} phase={phase} />}
            onDialog={dialogs.show}
          />
          <EndReminder booking={booking} phase={phase} />
          <SpotCard booking={booking} onEdit={() => dialogs.show('find_car')} />
        </div>
        {dialogs.dialog}
        <ForTheCar booking={booking} />
        <Review booking={booking} />
        <Report booking={booking} />
        <Facts booking={booking} />
        <Receipt booking={booking} />
        <History booking={booking} />
        <ButtonLink to={paths.content('help', { booking: booking.booking_code })} variant="link" className="mt-3">
          {t('help.for_booking')}
        </ButtonLink>
      </div>
    </div>
  )
}

function titleOf({ pass }: BookingDetails, phase: Phase) {
  if (phase === 'held') return 'bookings.held_now'
  return pass === null || phase === 'missed' || phase === 'ended' ? 'bookings.pass.title_past' : 'bookings.pass.title'
}

/** Shown once after booking: the confirmation and the cancellation terms. */
function Booked({ booking }: { booking: BookingDetails }) {
  const { t, locale } = useTranslation()
  const [search] = useSearchParams()
  const state = useLocation().state as { booked?: unknown } | null
  if ((state?.booked !== true && search.get('booked') !== '1') || booking.status !== 'active') return null
  const { total, currency, cancellation, park } = booking
  const free_until = new Date(cancellation.free_until)
  return (
    <Notice tone="success" live title={t('bookings.booked')}>
      <p>
        {total === 0
          ? t('bookings.booked_text_free')
          : t('bookings.booked_text', { amount: formatMoney(total, currency, locale) })}
      </p>
      {total > 0 && free_until > new Date() && (
        <p className="mt-1.5">
          {t('bookings.booked_free_cancellation', {
            until: describeDeadline(t, locale, {
              until: free_until,
              start: new Date(booking.start_time),
              zone: park.timezone,
            }),
          })}
        </p>
      )}
    </Notice>
  )
}

/** Who other than the driver ended a booking, by the cause in its history. */
const otherCauses = ['park_cancelled', 'event_cancelled'] as const

/** Says who cancelled, and that everything that was paid is back, or that nothing was paid for a hold. */
function CancelledByOthers({ booking: { status, history, refunded, currency, event } }: { booking: BookingDetails }) {
  const { t, locale } = useTranslation()
  const cause = otherCauses.find((cause) => history.some((change) => change.cause === cause))
  if (cause === undefined || (status !== 'cancelled' && status !== 'expired')) return null
  return (
    <Notice tone="warning" title={t(`bookings.${cause}`, { event: event?.name ?? '' })}>
      {status === 'expired'
        ? t('bookings.ended_unpaid')
        : refunded > 0 && t(`bookings.${cause}_text`, { amount: formatMoney(refunded, currency, locale) })}
    </Notice>
  )
}

/** What is shown is the copy of an earlier visit. Offline, the bar under the header says so in one line. */
function SavedNotice({ at, onRefresh }: { at: number; onRefresh: () => unknown }) {
  const { t, locale } = useTranslation()
  const online = useOnline()
  const saved = t('bookings.saved_at', { moment: formatMomentInSentence(new Date(at), deviceZone(), locale) })
  useOfflineNotice(saved)
  // The page refreshes by itself once the network is back, and the pass needs the screen.
  if (!online) return null
  return (
    <Notice tone="warning" live title={saved}>
      <p>{t('bookings.saved_text')}</p>
      <Button variant="outline" size="sm" className="mt-2" onClick={onRefresh}>
        {t('bookings.refresh')}
      </Button>
    </Notice>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <Page className="pb-10">
      <Loading label={t('common.loading')} className="mx-auto grid w-full max-w-md gap-4 pt-4 lg:mx-0 lg:pt-8">
        <Skeleton className="h-7 w-32" />
        <Skeleton className="h-128 rounded-2xl" />
        <Skeleton className="h-18 rounded-lg" />
      </Loading>
    </Page>
  )
}

/** Bookings whose car stands in the car park, or will. */
const withCar: ReadonlySet<BookingDetails['status']> = new Set(['active', 'checked_in', 'overstayed'])

/** Leads from a paid booking to what the branches of its car park bring to the bay; nothing where there are none. */
function ForTheCar({ booking: { status, booking_code, park } }: { booking: BookingDetails }) {
  const { t } = useTranslation()
  const hasCar = withCar.has(status)
  const { data } = useParkBranches(park.park_code, hasCar)
  const branches = data?.items.filter(({ delivery }) => delivery) ?? []
  if (!hasCar || branches.length === 0) return null
  return (
    <Section title={t('bookings.for_the_car')}>
      <ul className="grid gap-3">
        {branches.map(({ slug, name }) => (
          <Card key={slug} as="li" className="flex items-center gap-3.5">
            <ShoppingBag aria-hidden="true" className="size-6 shrink-0 text-ink-2" />
            <p className="min-w-0">
              <CardLink
                to={paths.content('marketplace', { branch: slug, booking: booking_code })}
                className="font-semibold"
              >
                {t('bookings.for_the_car_link', { branch: name })}
              </CardLink>
              <span className="block text-sm text-ink-2">{t('bookings.for_the_car_text')}</span>
            </p>
          </Card>
        ))}
      </ul>
    </Section>
  )
}
