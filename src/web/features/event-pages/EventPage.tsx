import { SquareParking } from 'lucide-react'
import type { Event } from '#contract/events/events.ts'
import { settings } from '#contract/settings/settings.ts'
import { CallError } from '#web/api/call.ts'
import { useBookings } from '#web/features/bookings/api.ts'
import { groupCode } from '#web/features/bookings/pass/code.ts'
import { eventParksQuery, eventQuery, useEvent, useEventParks } from '#web/features/events/api.ts'
import { isWaiting } from '#web/features/parks/api.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { PointHero } from '#web/features/parks/PointHero.tsx'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { readNow } from '#web/time/clock.ts'
import { capitalize, formatDateTime, formatDay, formatMoney, formatTime, zoneName } from '#web/time/format.ts'
import { useDiffersFromDevice } from '#web/time/useDiffersFromDevice.ts'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { EventParks, EventParksMap } from './EventParks.tsx'

export const preload = (async ({ queries, params, language }) => {
  const event = await queries.fetchQuery(eventQuery(language, params['event'] ?? ''))
  if (event.parking !== null)
    await queries.prefetchQuery(eventParksQuery(language, event.event_code, { size: nearest }))
  return event
}) satisfies Preload

/** An event's times and venue, and the nearby car parks with their total price for that time. */
export default function EventPage() {
  const { event: code = '' } = usePageParams()
  const found = useEvent(code)
  const { data, error, refetch } = found
  if (data) return <Loaded event={data} />
  if (error instanceof CallError && error.status === 404) return <NotFound />
  if (error || isWaiting(found)) return <LoadFailed error={error} onRetry={refetch} level={1} />
  return <Coming />
}

const nearest = 4

function Loaded({ event }: { event: Event }) {
  const { t } = useTranslation()
  usePageTitle(`${event.name} | ${settings().company.name}`)
  const found = useEventParks(event.event_code, { size: nearest }, event.parking !== null)
  return (
    <>
      <Hero event={event} />
      <Page className="grid gap-x-12 pb-10 lg:grid-cols-[minmax(0,1fr)_min(26rem,45%)]">
        <div className="min-w-0">
          {event.parking === null ? (
            <NoParking event={event} />
          ) : (
            <Section
              title={t('events.parks')}
              action={
                (found.data?.total ?? 0) > nearest && (
                  <PageLink
                    to={paths.eventBooking(event.event_code)}
                    className="inline-flex min-h-11 items-center font-semibold text-act hover:text-act-press"
                  >
                    {t('events.all_parks', { count: found.data!.total })}
                  </PageLink>
                )
              }
            >
              <EventParks event={event} found={found} parking={event.parking} />
            </Section>
          )}
        </div>
        <div className="min-w-0">
          <Section>
            <EventParksMap event={event} parks={found.data?.items ?? []} className="mb-5 h-72" />
            <Facts event={event} />
            <p className="mt-4 max-w-prose">{event.description}</p>
          </Section>
          <Section title={t('events.tickets')}>
            <Tickets event={event} />
          </Section>
        </div>
      </Page>
    </>
  )
}

function Hero({ event }: { event: Event }) {
  const { t, locale } = useTranslation()
  const at = new Date(event.starts_at)
  return (
    <PointHero
      point={event}
      trail={
        <Breadcrumbs
          label={t('places.breadcrumb')}
          steps={[
            { to: paths.home(), text: t('places.home') },
            {
              to: paths.events({ country: event.country_code }),
              text: t('events.head', { where: t(`places.in.${event.country_code}`) }),
            },
          ]}
        />
      }
      title={event.name}
      action={
        event.parking !== null && (
          <ButtonLink to={paths.eventBooking(event.event_code)} size="md">
            <SquareParking aria-hidden="true" className="size-4.5" />
            {t('events.choose')}
          </ButtonLink>
        )
      }
    >
      <p className="text-md font-semibold lg:text-lg">
        {capitalize(formatDay(at, event.timezone, locale), locale)} · {formatTime(at, event.timezone, locale)}
      </p>
      <p className="text-base text-on-night-2">{[event.venue, event.city].join(', ')}</p>
      <p className="flex flex-wrap gap-1.5">
        <span className="rounded-sm bg-card">
          <Tag>{t(`events.kinds.${event.kind}`)}</Tag>
        </span>
        {event.is_private && <Tag tone="kerb">{t('events.private')}</Tag>}
        {event.is_example && (
          <span className="rounded-sm bg-card">
            <ExampleTag />
          </span>
        )}
      </p>
    </PointHero>
  )
}

/** Why nothing can be booked: cancelled, over, or too far ahead. */
function NoParking({ event }: { event: Event }) {
  const { t, locale } = useTranslation()
  const isOver = new Date(event.ends_at) <= readNow()
  if (event.state === 'cancelled')
    return (
      <Notice tone="warning" className="mt-6" title={t('events.cancelled')}>
        <p>{t('events.cancelled_text')}</p>
        <OwnRefunds event={event} />
      </Notice>
    )
  return (
    <Notice className="mt-6" title={t(isOver ? 'events.over' : 'events.not_on_sale')}>
      {isOver || event.bookable_from === null
        ? t('events.over_text')
        : t('events.not_on_sale_text', {
            day: formatDay(new Date(event.bookable_from), event.timezone, locale),
          })}
    </Notice>
  )
}

/** The driver's own bookings that were cancelled with the event, with what was refunded; among the latest cancelled ones. */
function OwnRefunds({ event }: { event: Event }) {
  const { t, locale } = useTranslation()
  const { data } = useBookings('cancelled')
  const own = data?.items.filter((booking) => booking.event?.event_code === event.event_code) ?? []
  return own.map(({ booking_code, refunded, currency }) => (
    <p key={booking_code} className="mt-2">
      <PageLink to={paths.bookingDetails(booking_code)} className="font-semibold text-act hover:text-act-press">
        {t('events.own_booking', { number: groupCode(booking_code) })}
      </PageLink>{' '}
      {t('events.own_refund', { amount: formatMoney(refunded, currency, locale) })}
    </p>
  ))
}

/** Doors, start and end in the venue's local time. */
function Facts({ event }: { event: Event }) {
  const { t, locale } = useTranslation()
  const formatInstant = (at: string) => formatDateTime(new Date(at), event.timezone, locale)
  const starts = new Date(event.starts_at)
  const differsFromDevice = useDiffersFromDevice()
  return (
    <>
      <h2 className="sr-only">{t('events.facts')}</h2>
      <DefinitionList
        entries={[
          { term: t('events.doors'), value: formatInstant(event.doors_at) },
          { term: t('events.starts'), value: formatInstant(event.starts_at) },
          { term: t('events.ends'), value: formatInstant(event.ends_at) },
          { term: t('events.where'), value: [event.venue, event.city].join(', ') },
        ]}
      />
      {differsFromDevice(starts, event.timezone) && (
        <p className="mt-2 text-sm text-ink-2">
          {t('events.zone', { zone: zoneName(starts, event.timezone, locale) })}
        </p>
      )}
    </>
  )
}

function Tickets({ event }: { event: Event }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-3 text-ink-2">
      <p className="max-w-prose">
        {t(
          event.is_example ? 'events.tickets_example' : event.tickets_url ? 'events.tickets_at' : 'events.tickets_none',
        )}
      </p>
      {event.tickets_url !== null && (
        <p>
          <ButtonLink href={event.tickets_url} variant="outline" size="md" rel="noreferrer">
            {t('events.buy_tickets')}
          </ButtonLink>
        </p>
      )}
    </div>
  )
}

function Coming() {
  const { t } = useTranslation()
  return (
    <Loading label={t('events.loading_one')}>
      <div className="bay-hero -mt-2 h-80 on-night" />
      <Page className="grid gap-6 pt-6 lg:grid-cols-[minmax(0,1fr)_min(26rem,45%)]">
        <Skeleton className="h-96 rounded-xl" />
        <Skeleton className="h-72 rounded-xl" />
      </Page>
    </Loading>
  )
}

/** Shown for unknown events, and for private ones without a grant. */
export function NotFound() {
  const { t } = useTranslation()
  usePageTitle(t('pages.event_unknown.title'))
  return (
    <EmptyState
      picture="search"
      level={1}
      live
      title={t('events.not_found')}
      action={
        <>
          <ButtonLink to={paths.events()}>{t('events.all')}</ButtonLink>
          <ButtonLink to={paths.privateEvent()} variant="outline">
            {t('events.have_invitation')}
          </ButtonLink>
        </>
      }
    >
      {t('events.not_found_text')}
    </EmptyState>
  )
}
