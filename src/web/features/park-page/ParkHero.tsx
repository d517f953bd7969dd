import { Footprints } from 'lucide-react'
import { titleNear } from '#contract/parks/near-title.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { Park } from '#contract/parks/parks.ts'
import { walkMinutes } from '#contract/parks/walk.ts'
import { parkPictures, parkPictureUrl } from '#contract/pictures/pictures.ts'
import { type ParkSearch, type Place, writeSearch } from '#web/features/booking-window/parkSearch.ts'
import { FavouriteButton } from '#web/features/favourites/FavouriteButton.tsx'
import { distanceBetween } from '#web/features/map/geo.ts'
import { parkAddress } from '#web/features/parks/address.ts'
import { ClosedText } from '#web/features/parks/ParkTags.tsx'
import { ShareButton } from '#web/features/parks/ShareButton.tsx'
import { spacesOf } from '#web/features/parks/spaces.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatDistance, formatNumber } from '#web/time/format.ts'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { cx } from '#web/ui/cx.ts'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Skeleton, SkeletonText } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { photoSources } from './photoSources.ts'

const availabilityKeys = { free: 'park.free_now', few: 'park.few_now', full: 'park.full_now' } as const

/** The name of the park, with the free spaces in the booking window. */
export function ParkHero({ park, search }: { park: Park; search: ParkSearch }) {
  const { t, locale } = useTranslation()
  const spaces = spacesOf(park)
  const address = parkAddress(park)
  return (
    <>
      <ParkView park={park} place={search.place} />
      <Page className="flex flex-col gap-2 pt-2 lg:pt-4">
        <div className="flex items-start justify-between gap-3">
          <BackLink park={park} search={search} />
          <p className="-my-1 -mr-2.5 flex noscript:hidden">
            <ShareButton path={paths.park(park.slug)} title={parkLabel(park, t)} />
            <FavouriteButton park_id={park.id} name={parkLabel(park, t)} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {spaces && park.open !== false && (
            <Tag tone={spaces.tone} wraps>
              {t(availabilityKeys[spaces.tone], {
                count: spaces.count,
                number: formatNumber(spaces.count, locale),
              })}
            </Tag>
          )}
          {!park.bookable && <Tag wraps>{t(park.partner === null ? 'park.not_bookable' : 'park.not_on_sale')}</Tag>}
          {park.open === false && (
            <Tag tone="full" wraps>
              <ClosedText park={park} />
            </Tag>
          )}
        </div>
        <h1 tabIndex={-1} className="max-w-3xl text-[1.7rem] leading-[1.12] lg:text-3xl">
          {parkLabel(park, t)}
        </h1>
        <p className="max-w-3xl text-base text-ink-2">
          {[t(`park.kinds.${park.kind}`), address].filter(Boolean).join(' · ')}
        </p>
      </Page>
    </>
  )
}

/** The first photo, or a map of the park's real surroundings, with the way to the searched place. */
function ParkView({ park, place }: { park: Park; place: Place | undefined }) {
  const { t, locale } = useTranslation()
  // An area has no point to lead to.
  const distance_m = place === undefined || place.approximate === true ? undefined : distanceBetween(place, park)
  const minutes = distance_m === undefined ? undefined : walkMinutes(distance_m)
  const goal = minutes === undefined ? undefined : place
  const { narrow, wide } = parkPictures
  const [photo] = park.photos
  return (
    <div className="relative bg-map-land">
      {photo === undefined ? (
        <picture>
          <source
            media="(min-width: 40rem)"
            srcSet={parkPictureUrl(park, 'wide', goal)}
            width={wide.width}
            height={wide.height}
          />
          <img
            src={parkPictureUrl(park, 'narrow', goal)}
            alt={t('park.picture', { name: parkLabel(park, t) })}
            width={narrow.width}
            height={narrow.height}
            fetchPriority="high"
            data-hero-picture
            className={mapBox}
          />
        </picture>
      ) : (
        <a href={photo.url} className="block focus-visible:-outline-offset-3">
          <img
            src={`${photo.url}?size=small`}
            srcSet={photoSources(photo)}
            sizes="100vw"
            alt={photo.description}
            width={photo.width}
            height={photo.height}
            fetchPriority="high"
            data-hero-picture
            className={mapBox}
          />
        </a>
      )}
      {minutes !== undefined && distance_m !== undefined && (
        <Page
          className={cx(
            'absolute inset-x-0 flex',
            // On the side of the car park that the goal is not on.
            goal !== undefined && goal.lat > park.lat ? 'bottom-7 sm:top-3 sm:bottom-auto' : 'top-3',
          )}
        >
          <p className="flex items-center gap-2 rounded-full border border-line bg-card px-3 py-1.5 text-sm font-semibold">
            <Footprints aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
            {t('park_page.route.from_place_walk', {
              place: place?.name ?? t('park_page.route.searched'),
              distance: formatDistance(distance_m, locale),
              minutes,
            })}
          </p>
        </Page>
      )}
      {photo === undefined ? (
        <p aria-hidden="true" className="absolute bottom-0.5 left-1.5 text-2xs text-ink-3">
          © OpenStreetMap
        </p>
      ) : (
        photo.credit !== null && (
          <p className="absolute right-1.5 bottom-1 rounded-sm bg-card/90 px-1.5 text-xs text-ink-2">
            {t('park.photo_credit', { name: photo.credit })}
          </p>
        )
      )}
    </div>
  )
}

const mapBox = 'aspect-5/2 w-full object-cover text-transparent sm:aspect-auto sm:h-64 lg:h-80'

/** Links back to the search, or to the lists of the city and the country if there was no search. */
function BackLink({ park: { country_code: country, city }, search }: { park: Park; search: ParkSearch }) {
  const { t, language } = useTranslation()
  const { place } = search
  const up = place
    ? [
        {
          to: paths.search(writeSearch({ ...search, page: 1 })),
          text: titleNear(place.name ?? t('park_page.route.searched'), language === 'fr', t),
        },
      ]
    : [
        { to: paths.parksList({ country }), text: t(`common.countries.${country}`) },
        ...(city === null ? [] : [{ to: paths.parksList({ country, city }), text: city }]),
      ]
  return <Breadcrumbs label={t('places.breadcrumb')} steps={[{ to: paths.home(), text: t('places.home') }, ...up]} />
}

/** Skeleton of a park page. */
export function ParkSkeleton() {
  const { t } = useTranslation()
  return (
    <Loading label={t('park.loading')} className="-mt-2">
      <div className={cx('bg-map-land', mapBox)} />
      <Page className="grid gap-3 pt-4">
        <Skeleton className="h-4 w-44 rounded-sm" />
        <Skeleton className="h-8 w-4/5 max-w-lg rounded-sm" />
        <Skeleton className="h-4 w-60 rounded-sm" />
      </Page>
      <Page className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_min(24rem,45%)]">
        <div className="grid content-start gap-6 pt-4 lg:pt-7">
          <div className="flex gap-2">
            <Skeleton className="h-9 w-36 rounded-full" />
            <Skeleton className="h-9 w-24 rounded-full" />
            <Skeleton className="h-9 w-20 rounded-full" />
          </div>
          <div className="hidden gap-6 lg:grid">
            <SkeletonText lines={4} />
            <Skeleton className="h-44 rounded-xl" />
          </div>
        </div>
        <div className="grid gap-4 pt-5 lg:pt-7">
          <Skeleton className="h-32 rounded-xl" />
          <SkeletonText lines={3} />
          <Skeleton className="h-13 rounded-lg" />
        </div>
      </Page>
    </Loading>
  )
}
