import { useQuery } from '@tanstack/react-query'
import type { SharedBooking } from '#contract/bookings/shared-bookings.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { CallError, call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { directionsTo } from '#web/features/parks/directions.ts'
import { ParkPicture } from '#web/features/parks/ParkPicture.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatDateTime } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { MenuButton } from '#web/ui/overlay/MenuButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { BookedTimes } from './BookedTimes.tsx'
import { groupCode } from './pass/code.ts'
import { HowToGetIn } from './pass/HowToGetIn.tsx'

/** A booking by the link that its owner shared: nothing can be changed here. */
export default function SharedBookingPage() {
  const { t, language } = useTranslation()
  const { token = '' } = usePageParams()
  const shared = useQuery({
    queryKey: ['shared-booking', token, language],
    queryFn: ({ signal }) => call('GET /api/v1/shared-bookings/{token}', { params: { token }, signal }),
  })
  const { data, error } = shared
  if (data !== undefined) return <Shown booking={data} />
  if (error === null)
    return (
      <Page width="text" className="py-6">
        <Loading label={t('common.loading')} className="grid gap-4">
          <Skeleton className="h-9 w-56" />
          <Skeleton className="h-96 rounded-2xl" />
        </Loading>
      </Page>
    )
  const hasEnded = error instanceof CallError && error.status === 404
  return (
    <Page width="text" className="py-6">
      <EmptyState
        level={1}
        picture={hasEnded ? 'search' : 'failed'}
        live
        title={t(hasEnded ? 'bookings.shared.ended' : 'bookings.failed_one')}
        action={
          hasEnded ? (
            <ButtonLink to={paths.home()}>{t('bookings.find')}</ButtonLink>
          ) : (
            <Button onClick={() => shared.refetch()}>{t('common.try_again')}</Button>
          )
        }
      >
        {hasEnded ? t('errors.share_not_found') : describeFailure(t, error)}
      </EmptyState>
    </Page>
  )
}

const notUsable: ReadonlySet<SharedBooking['status']> = new Set(['cancelled', 'expired', 'completed'])

function Shown({ booking }: { booking: SharedBooking }) {
  const { t, locale } = useTranslation()
  const { park, plate, pass, status, booking_code, access } = booking
  const zone = park.timezone
  const name = parkLabel(park, t)
  const address = [park.address, park.city].filter((part) => part !== null && part !== '').join(', ')
  return (
    <Page width="text" className="grid gap-5 pt-4 pb-10 lg:pt-8">
      <div className="flex items-start gap-3">
        <ParkPicture park={park} className="size-19 shrink-0 rounded-lg" />
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-xl">
            {t('bookings.shared.title', { name })}
          </h1>
          <p className="mt-1 text-ink-2">{t('bookings.shared.lead')}</p>
        </div>
      </div>
      {notUsable.has(status) && (
        <Notice tone="warning" live>
          {t(status === 'completed' ? 'bookings.shared.over' : 'bookings.shared.cancelled')}
        </Notice>
      )}
      {pass !== null && (
        <figure className="grid justify-items-center gap-3 rounded-xl bg-qr-paper px-4 py-5 text-qr">
          <svg
            role="img"
            aria-label={t('bookings.pass.qr')}
            viewBox={`0 0 ${pass.size} ${pass.size}`}
            shapeRendering="crispEdges"
            className="aspect-square w-full max-w-64"
          >
            <path fill="currentColor" d={pass.qr_path} />
          </svg>
          <figcaption className="text-center text-sm">{t('bookings.shared.pass')}</figcaption>
        </figure>
      )}
      <DefinitionList
        entries={[
          {
            term: t('bookings.window'),
            value: <BookedTimes booking={booking} />,
          },
          {
            term: t('bookings.park_field'),
            value: (
              <>
                <PageLink to={paths.park(park.slug)} className="text-act underline-offset-4 hover:underline">
                  {name}
                </PageLink>
                {address !== '' && <span className="block text-sm font-normal text-ink-2">{address}</span>}
              </>
            ),
          },
          { term: t('bookings.plate'), value: <Plate country={park.country_code} text={plate} /> },
          ...(booking_code === null ? [] : [{ term: t('bookings.number'), value: groupCode(booking_code) }]),
        ]}
      />
      <MenuButton
        align="start"
        trigger={
          <Button variant="outline" wide>
            {t('bookings.directions')}
          </Button>
        }
        groups={[
          {
            heading: t('bookings.directions_with'),
            entries: directionsTo(park).map(({ name: app, href }) => ({ label: app, href })),
          },
        ]}
      />
      <HowToGetIn access={access} />
      <p className="text-sm text-ink-2">
        {t('bookings.shared.until', { until: formatDateTime(new Date(booking.expires_at), zone, locale) })}
      </p>
    </Page>
  )
}
