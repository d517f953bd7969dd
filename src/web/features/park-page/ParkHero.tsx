import { parkLabel } from '#contract/parks/park-label.ts'
import type { Park } from '#contract/parks/parks.ts'
import { type ParkSearch, writeSearch } from '#web/features/booking-window/parkSearch.ts'
import { FavouriteButton } from '#web/features/favourites/FavouriteButton.tsx'
import { parkAddress } from '#web/features/parks/address.ts'
import { ClosedText } from '#web/features/parks/ParkTags.tsx'
import { spacesOf } from '#web/features/parks/spaces.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatNumber } from '#web/time/format.ts'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Skeleton, SkeletonText } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'

const availabilityKeys = { free: 'park.free_now', few: 'park.few_now', full: 'park.full_now' } as const

/** The name of the park, with the free spaces in the booking window. */
export function ParkHero({ park, search }: { park: Park; search: ParkSearch }) {
  const { t, locale } = useTranslation()
  const spaces = spacesOf(park)
  const address = parkAddress(park)
  return (
    <div className="bay-hero on-night">
      <Page className="flex min-h-48 flex-col gap-3 pt-4 pb-5 lg:min-h-60 lg:pt-6 lg:pb-8">
        <div className="flex items-start justify-between gap-3">
          <BackLink park={park} search={search} />
          <FavouriteButton
            park_id={park.id}
            name={parkLabel(park, t)}
            variant="night"
            className="-my-1 -mr-2.5 noscript:hidden"
          />
        </div>
        <div className="mt-auto flex flex-wrap gap-2">
          {spaces && park.open !== false && (
            <Tag tone={spaces.tone}>
              {t(availabilityKeys[spaces.tone], {
                count: spaces.count,
                number: formatNumber(spaces.count, locale),
              })}
            </Tag>
          )}
          {!park.bookable && <Tag>{t(park.partner === null ? 'park.not_bookable' : 'park.not_on_sale')}</Tag>}
          {park.open === false && (
            <Tag tone="full">
              <ClosedText park={park} />
            </Tag>
          )}
        </div>
        <h1 tabIndex={-1} className="max-w-3xl text-[1.7rem] leading-[1.12] lg:text-3xl">
          {parkLabel(park, t)}
        </h1>
        <p className="max-w-3xl text-base text-on-night-2">
          {[t(`park.kinds.${park.kind}`), address].filter(Boolean).join(' · ')}
        </p>
      </Page>
    </div>
  )
}

/** Links back to the search, or to the lists of the city and the country if there was no search. */
function BackLink({ park: { country_code: country, city }, search }: { park: Park; search: ParkSearch }) {
  const { t } = useTranslation()
  const { place } = search
  const up = place
    ? [
        {
          to: paths.search(writeSearch({ ...search, page: 1 })),
          text: t('search.title', { where: place.name ?? t('park_page.route.searched') }),
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
      <div className="bay-hero min-h-44 lg:min-h-60" />
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
