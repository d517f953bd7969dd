import { useTranslation } from 'react-i18next'
import type { Park } from '#contract/parks.ts'
import { parkLabel } from '#contract/park-label.ts'
import { ParkCard } from '#web/features/parks/ParkCard.tsx'
import { canBook } from '#web/features/parks/spaces.ts'
import { writeWindow } from '#web/features/booking-window/window.ts'
import { minutesBetween } from '#web/lib/quarterHours.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import type { CheckoutWindow } from './useCheckoutWindow.ts'

interface NearbyProps {
  park: Park
  window: CheckoutWindow
}

/** The same search around this park, with the same window. */
export function Elsewhere({ park, window, primary }: NearbyProps & { primary?: boolean }) {
  const { t } = useTranslation()
  const around = { lat: park.lat, lng: park.lng, place: parkLabel(park, t), ...writeWindow(window) }
  return (
    <ButtonLink to={paths.search(around)} variant={primary ? 'primary' : 'outline'} size="md">
      {t('checkout.elsewhere')}
    </ButtonLink>
  )
}

/** The nearest parks with space over the same window, for when this one is of no use. */
export function Nearby({ park, window }: NearbyProps) {
  const { t } = useTranslation()
  const others = park.nearby.filter(canBook).slice(0, 3)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="nearby" className="mt-4">
      <h2 id="nearby" className="mb-2 text-md">
        {t('checkout.nearby')}
      </h2>
      <div className="overflow-hidden rounded-xl border border-line bg-card *:last:border-b-0">
        {others.map((other) => (
          <ParkCard
            key={other.id}
            park={other}
            minutes={minutesBetween(window.start, window.end)}
            to={paths.checkout(other.slug, writeWindow(window))}
          />
        ))}
      </div>
    </section>
  )
}
