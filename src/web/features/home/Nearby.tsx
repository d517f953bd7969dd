import { type Place, writeSearch, writeParkQuery } from '#web/features/booking-window/parkSearch.ts'
import { chargeOf, type BookingWindow } from '#web/features/booking-window/window.ts'
import { isWaiting, useParks } from '#web/features/parks/api.ts'
import { ParkCard, ParkCardSkeleton } from '#web/features/parks/ParkCard.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { nearbyQuery, useHomePlace } from './api.ts'
import { MoreLink } from './MoreLink.tsx'

const MAX_SHOWN = 4

/** Car parks around the reader's city if it has any, otherwise around the first place that is offered. */
export function Nearby({ window }: { window: BookingWindow & { vehicle: number } }) {
  const { t } = useTranslation()
  const { code } = useCountry()
  const { place, isOwn, isPending } = useHomePlace(code, window)
  const found = useParks(nearbyQuery(code, place, window), { enabled: place !== undefined })
  // Without a place that has car parks there is nothing to show.
  if (place === undefined && !isPending) return null
  if (found.data?.items.length === 0) return null
  const at: Place | undefined = place && { lat: place.lat, lng: place.lng, name: place.name }
  const all = paths.search(
    writeSearch({ ...window, place: at, text: undefined, sort: undefined, kind: undefined, amenities: [], page: 1 }),
  )
  const city = place?.name ?? '…'
  return (
    <Page>
      <Section
        title={t(isOwn ? 'home.nearby' : 'home.nearby_default', { city })}
        action={<MoreLink to={all}>{t('home.nearby_all')}</MoreLink>}
      >
        {found.data === undefined && (found.isError || isWaiting(found)) ? (
          <p className="flex flex-wrap items-center gap-3 text-ink-2">
            {t('home.nearby_failed')}
            <Button variant="outline" size="sm" onClick={() => found.refetch()}>
              {t('common.try_again')}
            </Button>
          </p>
        ) : found.data === undefined ? (
          <Loading label={t('common.loading')} className={list}>
            {Array.from({ length: MAX_SHOWN }, (_, n) => (
              <ParkCardSkeleton key={n} />
            ))}
          </Loading>
        ) : (
          <ul className={list}>
            {found.data.items.map((park) => (
              <li key={park.id} className="grid">
                <ParkCard
                  park={park}
                  to={paths.park(park.slug, writeParkQuery({ ...window, place: at }))}
                  {...chargeOf(window)}
                />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Page>
  )
}

const list = '-mx-4 grid border-t border-line sm:mx-0 sm:gap-x-8 lg:grid-cols-2'
