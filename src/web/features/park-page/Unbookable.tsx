import { parkLabel } from '#contract/parks/park-label.ts'
import type { Park, ParkSummary, VehicleType } from '#contract/parks/parks.ts'
import { settings } from '#contract/settings/settings.ts'
import { type ParkSearch, writeSearch, writeParkQuery } from '#web/features/booking-window/parkSearch.ts'
import { windowQuery } from '#web/features/booking-window/window.ts'
import { OtherTimes } from '#web/features/parks/OtherTimes.tsx'
import { canBook } from '#web/features/parks/spaces.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatDistance, formatMoney } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import type { Obstacle } from './bookable.ts'

interface UnbookableProps {
  park: Park
  obstacle: Obstacle
  search: ParkSearch
  vehicle: VehicleType | undefined
}

const maxAlternatives = 3

/** Why this park cannot be booked for the window, and alternatives: other times and nearby parks. */
export function Unbookable({ park, obstacle, search, vehicle }: UnbookableProps) {
  const { t } = useTranslation()
  const alternatives = park.nearby.filter(canBook).slice(0, maxAlternatives)
  const around = { lat: park.lat, lng: park.lng, name: park.city ?? undefined }
  const visit = writeParkQuery(search)
  return (
    <>
      <Notice
        tone={park.bookable ? 'warning' : 'info'}
        live
        {...(park.bookable && { className: 'mt-3' })}
        action={
          alternatives.length === 0 && (
            <ButtonLink
              size="md"
              variant="outline"
              to={paths.search(writeSearch({ ...search, place: around, text: undefined, sort: 'best', page: 1 }))}
            >
              {t('park.nearest_search')}
            </ButtonLink>
          )
        }
      >
        {t(`park.unbookable.${obstacle === 'closed' && park.closure ? 'out_of_use' : obstacle}`, {
          brand: settings().company.name,
          vehicle: vehicle?.name ?? t('search.car'),
        })}
      </Notice>
      {(obstacle === 'full' || obstacle === 'closed') && (
        <OtherTimes park={park} window={windowQuery(search)} to={paths.park(park.slug, visit)} />
      )}
      {alternatives.length > 0 && (
        <section aria-label={t('park.nearest_bookable')} className="mt-4">
          <h3 className="mb-1.5 text-base">{t('park.nearest_bookable')}</h3>
          <ul className="divide-y divide-line rounded-lg border border-line bg-card">
            {alternatives.map((other) => (
              <li key={other.id}>
                <Other park={other} to={paths.park(other.slug, visit)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Another park in two lines: distance and price. */
function Other({ park, to }: { park: ParkSummary; to: string }) {
  const { t, locale } = useTranslation()
  const { distance_m, price } = park
  return (
    <PageLink to={to} className="flex min-h-14 items-center gap-3 px-3.5 py-2 hover:bg-sunk">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{parkLabel(park, t)}</span>
        {distance_m !== undefined && (
          <span className="block text-sm text-ink-2">{formatDistance(distance_m, locale)}</span>
        )}
      </span>
      {price && (
        <span className="shrink-0 font-black amount">
          {price.amount === 0 ? t('common.free') : formatMoney(price.amount, price.currency, locale)}
        </span>
      )}
    </PageLink>
  )
}
