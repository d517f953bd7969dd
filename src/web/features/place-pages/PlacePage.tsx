import { Map as MapIcon } from 'lucide-react'
import { titlePlace } from '#contract/parks/near-title.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { PlacePage as PlaceFacts } from '#contract/places/browse.ts'
import { settings } from '#contract/settings/settings.ts'
import { CallError } from '#web/api/call.ts'
import { writeFrom } from '#web/features/booking-window/parkSearch.ts'
import { isWaiting } from '#web/features/parks/api.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { ParkCard, ParkCardSkeleton } from '#web/features/parks/ParkCard.tsx'
import { PointHero } from '#web/features/parks/PointHero.tsx'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { formatDistance, formatMoney, formatNumber } from '#web/time/format.ts'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { placeQuery, usePlace } from './api.ts'
import { contextOf, placeKindOf, searchPath, typePath, usePlaceKind } from './placeKind.ts'
import { PlaceRows } from './PlaceRows.tsx'

export const preload = (({ queries, key, params, language }) =>
  queries.fetchQuery(placeQuery(language, placeKindOf(key), params['place'] ?? ''))) satisfies Preload

/** A place (airport, city, stadium or station) and the nearest car parks, with their number and lowest price. */
export default function PlacePage() {
  const { place: slug = '' } = usePageParams()
  const found = usePlace(usePlaceKind(), slug)
  const { data, error, refetch } = found
  if (data) return <Loaded place={data} />
  if (error instanceof CallError && error.status === 404) return <NotFound />
  if (error || isWaiting(found)) return <LoadFailed error={error} onRetry={refetch} level={1} />
  return <Coming />
}

const day_min = 24 * 60

function Loaded({ place }: { place: PlaceFacts }) {
  const { t, locale, language } = useTranslation()
  const { kind, parks, total, nearby } = place
  const from = writeFrom(place)
  const title = titlePlace(place, language === 'fr', t)
  usePageTitle(`${title} | ${settings().company.name}`)
  return (
    <>
      <Hero place={place} title={title} />
      <Page className="pb-8">
        <Section
          title={t('place_pages.nearest')}
          action={
            total > parks.length && (
              <PageLink
                to={searchPath(place)}
                className="inline-flex min-h-11 items-center font-semibold text-act hover:text-act-press"
              >
                {t('search.total', { count: total, total: formatNumber(total, locale) })}
              </PageLink>
            )
          }
        >
          {parks.length === 0 ? (
            <EmptyState
              picture="search"
              level={3}
              title={t('place_pages.around_none', { distance: formatDistance(place.radius_m, locale) })}
              action={
                <ButtonLink to={typePath('city', { country: place.country_code })}>
                  {t('search_list.all_cities')}
                </ButtonLink>
              }
            >
              {t('place_pages.around_none_text')}
            </EmptyState>
          ) : (
            <ul className="-mx-4 grid border-t border-line sm:mx-0 sm:gap-x-8 lg:grid-cols-2">
              {parks.map((park) => (
                <li key={park.id} className="grid">
                  <ParkCard
                    park={park}
                    to={paths.park(park.slug, { from })}
                    goal={place}
                    minutes={kind === 'airport' ? day_min : 60}
                  />
                </li>
              ))}
            </ul>
          )}
        </Section>
        <AirportFacts place={place} />
        {nearby.length > 0 && (
          <Section title={t('places.nearby')}>
            <PlaceRows places={nearby} />
          </Section>
        )}
      </Page>
    </>
  )
}

/** What sources say of an airport's car parks; nothing where they say nothing. */
function AirportFacts({ place: { terminals, shuttles } }: { place: PlaceFacts }) {
  const { t } = useTranslation()
  if (terminals.length === 0 && shuttles.length === 0) return null
  return (
    <Section title={t('place_pages.airport.title')}>
      <dl className="grid border-t border-line">
        {terminals.map(({ terminal, parks }) => (
          <FactRow key={terminal} term={t('place_pages.airport.terminal', { terminal })} parks={parks} />
        ))}
        {shuttles.length > 0 && <FactRow term={t('place_pages.airport.shuttle')} parks={shuttles} />}
      </dl>
    </Section>
  )
}

function FactRow({ term, parks }: { term: string; parks: PlaceFacts['shuttles'] }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[12rem_1fr] sm:items-baseline">
      <dt className="text-ink-2">{term}</dt>
      <dd className="flex flex-wrap gap-x-5">
        {parks.map((park) => (
          <PageLink
            key={park.slug}
            to={paths.park(park.slug)}
            className="inline-flex min-h-9 items-center font-semibold text-act hover:text-act-press touch:min-h-11"
          >
            {parkLabel(park, t)}
          </PageLink>
        ))}
      </dd>
    </div>
  )
}

function Hero({ place, title }: { place: PlaceFacts; title: string }) {
  const { t } = useTranslation()
  const context = [contextOf(place), t(`common.countries.${place.country_code}`)].filter(Boolean).join(', ')
  return (
    <PointHero
      point={place}
      trail={<ParentLinks place={place} />}
      title={
        <>
          {title}
          {place.kind === 'airport' && place.iata !== null && (
            <span className="font-normal text-on-night-2"> ({place.iata})</span>
          )}
        </>
      }
      action={
        place.parks.length > 0 && (
          <ButtonLink to={searchPath(place)} size="md">
            <MapIcon aria-hidden="true" className="size-4.5" />
            {t('places.find')}
          </ButtonLink>
        )
      }
    >
      <p className="text-base text-on-night-2">{context}</p>
      <p className="max-w-3xl text-md lg:text-lg">
        <Facts place={place} />
      </p>
    </PointHero>
  )
}

/** Number of car parks and lowest price. */
function Facts({ place: { total, radius_m, nearest_m, from } }: { place: PlaceFacts }) {
  const { t, locale } = useTranslation()
  const distance = formatDistance(radius_m, locale)
  if (nearest_m !== undefined)
    return t('search_list.beyond.here', { distance, nearest: formatDistance(nearest_m, locale) })
  if (total === 0) return t('place_pages.around_none', { distance })
  const around = t('place_pages.around', { count: total, number: formatNumber(total, locale), distance })
  if (from === null) return around
  const price =
    from.amount === 0
      ? t('place_pages.from_free')
      : t(from.unit === 'stay' ? 'place_pages.from_day' : 'place_pages.from', {
          price: formatMoney(from.amount, from.currency, locale),
        })
  return `${around}, ${price}`
}

/** Breadcrumbs: home, the type in this country, the type in this state. */
function ParentLinks({ place: { kind, country_code, state, state_code } }: { place: PlaceFacts }) {
  const { t } = useTranslation()
  const head = t(`places.heads.${kind}`, { where: t(`places.in.${country_code}`) })
  const inState =
    state === null || state_code === null
      ? []
      : [{ to: typePath(kind, { country: country_code, state: state_code }), text: state }]
  return (
    <Breadcrumbs
      label={t('places.breadcrumb')}
      steps={[
        { to: paths.home(), text: t('places.home') },
        { to: typePath(kind, { country: country_code }), text: head },
        ...inState,
      ]}
    />
  )
}

function Coming() {
  const { t } = useTranslation()
  return (
    <Loading label={t('places.loading')}>
      <div className="bay-hero -mt-2 h-72 on-night" />
      <Page className="pt-6">
        <Skeleton className="mb-4 h-6 w-56 rounded-sm" />
        <div className="-mx-4 grid border-t border-line sm:mx-0 sm:gap-x-8 lg:grid-cols-2">
          {Array.from({ length: 8 }, (_, n) => (
            <ParkCardSkeleton key={n} />
          ))}
        </div>
      </Page>
    </Loading>
  )
}

export function NotFound() {
  const { t } = useTranslation()
  const kind = usePlaceKind()
  usePageTitle(t('pages.place_unknown.title'))
  return (
    <EmptyState
      picture="search"
      level={1}
      live
      title={t('places.not_found')}
      action={<ButtonLink to={typePath(kind)}>{t(`places.kinds.${kind}`)}</ButtonLink>}
    >
      {t('place_pages.not_found_text')}
    </EmptyState>
  )
}
