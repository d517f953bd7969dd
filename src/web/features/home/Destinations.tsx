import { Plane } from 'lucide-react'
import { cityPictures, cityPictureUrl } from '#contract/pictures/pictures.ts'
import type { Suggestion } from '#contract/places/places.ts'
import { writeSearch } from '#web/features/booking-window/parkSearch.ts'
import type { BookingWindow } from '#web/features/booking-window/window.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { formatNumber } from '#web/time/format.ts'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useDestinations } from './api.ts'
import { MoreLink } from './MoreLink.tsx'

/** Drawn while loading. */
const usualNumber = 8

/** Major cities and airports of the chosen country with car parks to book, each a link to a search; nothing without any. */
export function Destinations({ window }: { window: BookingWindow & { vehicle: number } }) {
  const { t, locale } = useTranslation()
  const { code } = useCountry()
  const { places, failed } = useDestinations(code)
  const hrefOf = ({ lat, lng, name: place }: Suggestion) =>
    paths.search(writeSearch({ ...usual, ...window, place: { lat, lng, name: place } }))
  if (places?.length === 0) return null
  return (
    <Page className="pt-4 lg:pt-6">
      <Section title={t('home.places')} action={<MoreLink to={paths.parksList()}>{t('home.all_places')}</MoreLink>}>
        {failed && places === undefined ? (
          <p className="text-ink-2">{t('home.places_failed')}</p>
        ) : (
          <ul
            aria-busy={places === undefined || undefined}
            className="-mx-4 flex snap-x scroll-px-4 [scrollbar-width:none] gap-2.5 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-2 sm:gap-4 sm:overflow-visible sm:px-0 md:grid-cols-4"
          >
            {places === undefined
              ? Array.from({ length: usualNumber }, (_, n) => (
                  <Card key={n} as="li" className={card}>
                    <Skeleton className="mt-auto h-5 w-4/5 rounded-sm" />
                    <Skeleton className="mt-1.5 h-4 w-3/5 rounded-sm" />
                  </Card>
                ))
              : places.map((place) => (
                  <Card key={place.name} as="li" className={card}>
                    <img
                      src={cityPictureUrl(place, 'card')}
                      alt=""
                      {...cityPictures.card}
                      loading="lazy"
                      decoding="async"
                      className="absolute inset-0 -z-10 size-full object-cover"
                    />
                    <span className="absolute inset-x-0 bottom-0 -z-10 h-3/5 bg-linear-to-t from-night via-night/80 to-transparent" />
                    {place.kind === 'airport' && <Plane aria-hidden="true" className="size-6 stroke-[1.6]" />}
                    <span className="mb-auto" />
                    <h3 className="mt-4 line-clamp-3 text-md leading-tight tracking-tight sm:text-lg">
                      <CardLink to={hrefOf(place)}>{place.name}</CardLink>
                    </h3>
                    <p className="mt-0.5 text-xs text-on-night-2 sm:text-sm">
                      {t('home.bookable', { count: place.bookable, number: formatNumber(place.bookable, locale) })}
                    </p>
                  </Card>
                ))}
          </ul>
        )}
      </Section>
    </Page>
  )
}

const card =
  'isolate flex h-38 w-44 shrink-0 snap-start flex-col overflow-hidden rounded-xl bg-night on-night sm:h-44 sm:w-auto sm:p-5'

const usual = { text: undefined, sort: undefined, kind: undefined, amenities: [], page: 1 }
