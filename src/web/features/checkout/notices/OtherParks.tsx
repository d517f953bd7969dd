import { parkLabel } from '#contract/parks/park-label.ts'
import type { Park } from '#contract/parks/parks.ts'
import { chargeOf, writeWindow } from '#web/features/booking-window/window.ts'
import { ParkCard } from '#web/features/parks/ParkCard.tsx'
import { canBook } from '#web/features/parks/spaces.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import type { CheckoutWindow } from '../state/useCheckoutWindow.ts'

interface OtherParksProps {
  park: Park
  window: CheckoutWindow
}

/** Leads to a search around this park with the same window. */
export function SearchNearbyLink({ park, window, primary }: OtherParksProps & { primary?: boolean }) {
  const { t } = useTranslation()
  const around = { lat: park.lat, lng: park.lng, place: parkLabel(park, t), ...writeWindow(window) }
  return (
    <ButtonLink to={paths.search(around)} variant={primary ? 'primary' : 'outline'} size="md">
      {t('checkout.elsewhere')}
    </ButtonLink>
  )
}

/** The nearest parks with space in the same window. */
export function NearbyParks({ park, window }: OtherParksProps) {
  const { t } = useTranslation()
  const nearby = park.nearby.filter(canBook).slice(0, 3)
  if (nearby.length === 0) return null
  return (
    <section aria-labelledby="nearby" className="mt-4">
      <h2 id="nearby" className="mb-2 text-md">
        {t('checkout.nearby')}
      </h2>
      <div className="overflow-hidden rounded-xl border border-line bg-card *:last:border-b-0">
        {nearby.map((other) => (
          <ParkCard
            key={other.id}
            park={other}
            {...chargeOf(window)}
            to={paths.checkout(other.slug, writeWindow(window))}
          />
        ))}
      </div>
    </section>
  )
}
