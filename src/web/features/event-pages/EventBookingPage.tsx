import { ArrowLeft, Car } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import type { Event } from '#contract/events/events.ts'
import { CallError } from '#web/api/call.ts'
import { VehicleCell } from '#web/features/booking-window/VehicleCell.tsx'
import { eventParksQuery, eventQuery, useEvent, useEventParks } from '#web/features/events/api.ts'
import { isWaiting, vehicleTypesQuery } from '#web/features/parks/api.ts'
import { ListPages } from '#web/features/parks/ListPages.tsx'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { type Preload, Redirect } from '#web/page/lazyWithPreload.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { capitalize, formatDay, formatTime } from '#web/time/format.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { NotFound } from './EventPage.tsx'
import { EventParks, EventParksMap } from './EventParks.tsx'

/** Vehicle and page of an address. */
function readChoice(params: URLSearchParams): { vehicle: number; page: number } {
  const count = (name: string, most: number) => {
    const text = params.get(name) ?? ''
    return /^[1-9]\d{0,5}$/.test(text) ? Math.min(Number(text), most) : 1
  }
  return { vehicle: count('vehicle', 1_000), page: count('page', 999_999) }
}

const size = 12

export const preload = (async ({ queries, params, search, language }) => {
  const event = await queries.fetchQuery(eventQuery(language, params['event'] ?? ''))
  if (event.parking === null) throw new Redirect(paths.event(event.event_code))
  const { vehicle, page } = readChoice(search)
  await Promise.all([
    queries.prefetchQuery(eventParksQuery(language, event.event_code, { vehicle_type_id: vehicle, page, size })),
    queries.prefetchQuery(vehicleTypesQuery(language)),
  ])
  return event
}) satisfies Preload

/** Chooses a car park for an event; its window and the event are passed on to the checkout. */
export default function EventBookingPage() {
  const { t } = useTranslation()
  const { event: code = '' } = usePageParams()
  const found = useEvent(code)
  const { data, error, refetch } = found
  if (data?.parking === null) return <Navigate to={paths.event(data.event_code)} replace />
  if (data) return <Choice event={data} parking={data.parking!} />
  if (error instanceof CallError && error.status === 404) return <NotFound />
  if (error || isWaiting(found)) return <LoadFailed error={error} onRetry={refetch} level={1} />
  return (
    <Loading label={t('events.loading_one')}>
      <Page className="grid gap-5 pt-9">
        <Skeleton className="h-9 w-72 rounded-sm" />
        <Skeleton className="h-96 rounded-xl" />
      </Page>
    </Loading>
  )
}

function Choice({ event, parking }: { event: Event; parking: NonNullable<Event['parking']> }) {
  const { t, locale } = useTranslation()
  const [params, setParams] = useSearchParams()
  const [highlighted, setHighlighted] = useState<string>()
  const { vehicle, page } = readChoice(params)
  const found = useEventParks(event.event_code, { vehicle_type_id: vehicle, page, size }, true)
  usePageTitle(t('pages.eventBooking.title', { name: event.name }))
  const { items = [], total = 0, pages = 1 } = found.data ?? {}
  const at = new Date(event.starts_at)
  const to = (query: { vehicle: number; page?: number }) =>
    paths.eventBooking(event.event_code, {
      vehicle: query.vehicle === 1 ? undefined : query.vehicle,
      page: query.page === 1 ? undefined : query.page,
    })
  return (
    <Page className="pb-10">
      <PageLink
        to={paths.event(event.event_code)}
        className="mt-4 inline-flex min-h-11 items-center gap-1.5 font-semibold text-act hover:text-act-press"
      >
        <ArrowLeft aria-hidden="true" className="size-4.5" />
        {t('events.about')}
      </PageLink>
      <PageHead
        className="sm:pt-5"
        title={t('events.choose_for', { name: event.name })}
        lead={[
          `${capitalize(formatDay(at, event.timezone, locale), locale)} · ${formatTime(at, event.timezone, locale)}`,
          event.venue,
          event.city,
        ].join(', ')}
      />
      {event.cancellation === 'strict' && <Notice className="mb-4 max-w-3xl">{t('events.strict')}</Notice>}
      <div className="grid gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,1fr)_min(30rem,45%)]">
        <div className="min-w-0">
          <VehicleCell
            value={{ vehicle }}
            onChange={(choice) => setParams(new URLSearchParams(to({ vehicle: choice.vehicle }).split('?')[1] ?? ''))}
            icon={<Car aria-hidden="true" className="size-5.5 shrink-0 text-ink-2" />}
            className="mb-4 max-w-sm rounded-lg border border-line bg-card px-4 py-2.5"
          />
          <h2 className="sr-only">{t('events.parks')}</h2>
          <EventParks
            event={event}
            parking={parking}
            found={found}
            vehicle={vehicle}
            highlighted={highlighted}
            onHighlight={setHighlighted}
          />
          <ListPages
            page={page}
            pages={pages}
            size={size}
            total={total}
            count={items.length}
            label={t('events.pages_parks')}
            hrefFor={(n) => to({ vehicle, page: n })}
          />
        </div>
        <div className="max-lg:order-first max-lg:-mb-1 lg:sticky lg:top-24 lg:self-start">
          <EventParksMap
            event={event}
            parks={items}
            vehicle={vehicle}
            highlighted={highlighted}
            onHighlight={setHighlighted}
            className="h-72 lg:h-[34rem]"
          />
        </div>
      </div>
    </Page>
  )
}
