import { KeyRound } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatMonth } from '#contract/days.ts'
import { eventKinds } from '#contract/events/event-rules.ts'
import { type EventSummary } from '#contract/events/events.ts'
import { countryZones } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import { eventsQuery, useEvents } from '#web/features/events/api.ts'
import { isWaiting } from '#web/features/parks/api.ts'
import { ListPages } from '#web/features/parks/ListPages.tsx'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { BrowseSearch } from '#web/features/places/BrowseSearch.tsx'
import { type BrowseChoice, browseGrid, BrowseSelect } from '#web/features/places/BrowseSelect.tsx'
import { findBrowsedCountry, useBrowsedCountry } from '#web/features/places/country.ts'
import { CountryLinks, CountrySelect } from '#web/features/places/CountrySelect.tsx'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { readPageNumber } from '#web/page/pageNumber.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { readNow } from '#web/time/clock.ts'
import { capitalize, formatDay, formatNumber } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { EventCard, EventCardSkeleton } from './EventCard.tsx'
import { EventMap } from './EventMap.tsx'
import { comingMonths, daysOfMonth, readMonth } from './months.ts'

const size = 20

/** The list that an address names. */
function readQuery(params: URLSearchParams, country: CountryCode) {
  const month = readMonth(params.get('month'))
  const kind = eventKinds.find((kind) => kind === params.get('kind'))
  const text = params.get('text')?.trim().slice(0, 200) || undefined
  const page = readPageNumber(params)
  return { country, kind, text, page, size, ...(month && daysOfMonth(month)) }
}

export const preload = (({ queries, search, language, country }) =>
  queries.fetchQuery(eventsQuery(language, readQuery(search, findBrowsedCountry(search, country))))) satisfies Preload

/** Upcoming events of a country, filtered by month, kind and text. The filters are in the address. */
export default function EventsPage() {
  const { t, locale } = useTranslation()
  const country = useBrowsedCountry()
  const [params, setParams] = useSearchParams()
  const month = readMonth(params.get('month'))
  const query = readQuery(params, country)
  const { kind, text } = query
  const found = useEvents(query)
  const title = t('events.head', { where: t(`places.in.${country}`) })
  usePageTitle(`${title} | ${settings().company.name}`)
  const filters = { country, kind, month, text }
  const to = (change: Partial<typeof filters> & { page?: number | undefined }) =>
    paths.events({ ...filters, ...change })
  const hrefForCountry = (code: CountryCode) => to({ country: code })
  const byMonth: BrowseChoice[] = comingMonths(readNow(), countryZones[country]).map((entry) => ({
    value: entry,
    label: capitalize(formatMonth(entry, locale), locale),
    to: to({ month: entry }),
    current: entry === month,
  }))
  const byKind: BrowseChoice[] = eventKinds.map((entry) => ({
    value: entry,
    label: t(`events.kinds.${entry}`),
    to: to({ kind: entry }),
    current: entry === kind,
  }))
  /** What a plain form sends along. */
  const sent = (others: Record<string, string | undefined>) =>
    Object.fromEntries(
      Object.entries({ country, ...others }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    )

  return (
    <Page className="pb-10">
      <PageHead
        title={title}
        lead={t('events.lead')}
        actions={
          <ButtonLink to={paths.privateEvent()} variant="outline" size="md">
            <KeyRound aria-hidden="true" className="size-4.5" />
            {t('events.have_invitation')}
          </ButtonLink>
        }
      />
      <BrowseSearch
        key={text}
        country={country}
        name="text"
        search={text ?? ''}
        label={t('events.search')}
        submit={t('search_list.list.submit')}
        onSearch={(next) =>
          setParams(new URLSearchParams(paths.events({ ...filters, text: next }).split('?')[1] ?? ''))
        }
      />
      <div className={cx(browseGrid, 'mt-4')}>
        <CountrySelect country={country} hrefFor={hrefForCountry} />
        <BrowseSelect
          address={paths.events()}
          hidden={sent({ month, text })}
          name="kind"
          label={t('events.kinds_label')}
          submit={t('search_list.list.submit')}
          choices={[
            { value: '', label: t('events.any_kind'), to: to({ kind: undefined }), current: kind === undefined },
            ...byKind,
          ]}
        />
        <BrowseSelect
          address={paths.events()}
          hidden={sent({ kind, text })}
          name="month"
          label={t('events.months')}
          submit={t('search_list.list.submit')}
          choices={[
            { value: '', label: t('events.any_time'), to: to({ month: undefined }), current: month === undefined },
            ...byMonth,
          ]}
        />
      </div>
      <Found
        found={found}
        isFiltered={kind !== undefined || month !== undefined || text !== undefined}
        all={paths.events({ country })}
        hrefFor={(n) => to({ page: n === 1 ? undefined : n })}
      />
      <CountryLinks country={country} hrefFor={hrefForCountry} />
    </Page>
  )
}

interface FoundProps {
  found: ReturnType<typeof useEvents>
  isFiltered: boolean
  all: string
  hrefFor: (page: number) => string
}

function Found({ found, isFiltered, all, hrefFor }: FoundProps) {
  const { t, locale } = useTranslation()
  const [highlighted, setHighlighted] = useState<string>()
  if (found.isPending && !isWaiting(found)) {
    return (
      <Loading label={t('events.loading')} className="mt-7 grid lg:grid-cols-2 lg:gap-x-8">
        {Array.from({ length: 6 }, (_, n) => (
          <EventCardSkeleton key={n} />
        ))}
      </Loading>
    )
  }
  if (found.data === undefined || isWaiting(found))
    return <LoadFailed error={found.error} onRetry={() => found.refetch()} outlined />
  const { items, total, page, pages } = found.data
  if (items.length === 0) {
    const isPast = total > 0
    return (
      <EmptyState
        picture="search"
        live
        title={isPast ? t('search_list.page_past_end') : t(isFiltered ? 'events.nothing' : 'events.none')}
        action={
          <>
            <ButtonLink to={isPast ? hrefFor(1) : all} variant="outline" size="md">
              {isPast ? t('search_list.first_page') : t('events.all')}
            </ButtonLink>
            <ButtonLink to={paths.search()} variant="outline" size="md">
              {t('search.find')}
            </ButtonLink>
          </>
        }
      >
        {!isPast && t(isFiltered ? 'events.nothing_text' : 'events.none_text')}
      </EmptyState>
    )
  }
  return (
    <>
      <div role="status" className="mt-7 mb-3">
        <h2 className="text-lg">{t('events.total', { count: total, total: formatNumber(total, locale) })}</h2>
      </div>
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_min(26rem,45%)]">
        <ul className="-mx-4 border-t border-line sm:mx-0">
          {items.map((event) => (
            <li key={event.event_code}>
              <EventCard event={event} marked={event.event_code === highlighted} onHighlight={setHighlighted} />
            </li>
          ))}
        </ul>
        <Where events={items} highlighted={highlighted} onHighlight={setHighlighted} />
      </div>
      <ListPages
        page={page}
        pages={pages}
        size={size}
        total={total}
        count={items.length}
        label={t('events.pages')}
        hrefFor={hrefFor}
      />
    </>
  )
}

interface WhereProps {
  events: readonly EventSummary[]
  highlighted: string | undefined
  onHighlight: (eventCode: string | undefined) => void
}

/** Map of the venues. A pin leads to its card in the list. */
function Where({ events, highlighted, onHighlight }: WhereProps) {
  const { locale } = useTranslation()
  const pins = useMemo(
    () =>
      events.map(({ event_code, name, venue, lat, lng, starts_at, timezone }) => {
        const day = formatDay(new Date(starts_at), timezone, locale)
        return {
          id: event_code,
          lat,
          lng,
          label: day,
          name: [name, venue, day].join(', '),
          tone: 'plain' as const,
          count: 1,
        }
      }),
    [events, locale],
  )
  const choose = useCallback(
    (code: string) => {
      onHighlight(code)
      const card = document.getElementById(`event-${code}`)
      card?.scrollIntoView({ block: 'nearest' })
      card?.querySelector<HTMLElement>('[data-card-link]')?.focus({ preventScroll: true })
    },
    [onHighlight],
  )
  return (
    <div className="max-lg:order-first max-lg:-mb-5 lg:sticky lg:top-24 lg:self-start">
      <EventMap
        className="h-72 lg:h-[30rem]"
        hasKey={false}
        pins={pins}
        highlighted={highlighted}
        onHighlight={onHighlight}
        onChoose={choose}
        view={events.map(({ event_code }) => event_code).join()}
      />
    </div>
  )
}
