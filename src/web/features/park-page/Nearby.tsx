import { useTranslation } from 'react-i18next'
import type { ParkSummary } from '#contract/parks.ts'
import { ParkCard } from '#web/features/parks/ParkCard.tsx'
import { type ParkSearch, writeParkQuery } from '#web/features/booking-window/parkSearch.ts'
import { minutesBetween } from '#web/lib/quarterHours.ts'
import { paths } from '#web/paths.ts'
import { Page, Section } from '#web/ui/Page.tsx'

/** Other parks around, with the same stay and the same place to walk to. */
export function Nearby({ parks, search }: { parks: readonly ParkSummary[]; search: ParkSearch }) {
  const { t } = useTranslation()
  if (parks.length === 0) return null
  const visit = writeParkQuery(search)
  return (
    <Page className="pb-8">
      <Section title={t('park.nearby')}>
        <ul className="-mx-4 grid border-t border-line sm:mx-0 sm:gap-x-6 lg:grid-cols-2">
          {parks.map((park) => (
            <li key={park.id} className="grid">
              <ParkCard
                park={park}
                to={paths.park(park.slug, visit)}
                minutes={minutesBetween(search.start, search.end)}
              />
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}
