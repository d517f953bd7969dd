import { writeParkQuery } from '#web/features/booking-window/parkSearch.ts'
import { chargeOf, type BookingWindow } from '#web/features/booking-window/window.ts'
import { useFavourites } from '#web/features/favourites/api.ts'
import { useChosenParks } from '#web/features/parks/api.ts'
import { ParkCard } from '#web/features/parks/ParkCard.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Page, Section } from '#web/ui/Page.tsx'
import { MoreLink } from './MoreLink.tsx'

const mostShown = 4

/** The reader's favourite car parks that were added last; nothing without any. */
export function Favourites({ window }: { window: BookingWindow & { vehicle: number } }) {
  const { t } = useTranslation()
  const ids = useFavourites()
  const { data } = useChosenParks(ids?.slice(0, mostShown), window)
  const parks = data?.filter(({ id }) => ids?.includes(id)) ?? []
  if (parks.length === 0) return null
  return (
    <Page>
      <Section
        title={t('home.favourites')}
        action={<MoreLink to={paths.favourites()}>{t('home.favourites_all')}</MoreLink>}
      >
        <ul className="-mx-4 grid border-t border-line sm:mx-0 sm:gap-x-8 lg:grid-cols-2">
          {parks.map((park) => (
            <li key={park.id} className="grid">
              <ParkCard
                park={park}
                to={paths.park(park.slug, writeParkQuery({ ...window, place: undefined }))}
                {...chargeOf(window)}
              />
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}
