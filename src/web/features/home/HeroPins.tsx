import { parkLabel } from '#contract/parks/park-label.ts'
import type { ParkSummary } from '#contract/parks/parks.ts'
import { cityPictures, placeOnHero } from '#contract/pictures/pictures.ts'
import { useSignedIn } from '#web/api/session.ts'
import { writeParkQuery } from '#web/features/booking-window/parkSearch.ts'
import { type BookingWindow, windowQuery } from '#web/features/booking-window/window.ts'
import { useParks } from '#web/features/parks/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { formatMoney } from '#web/time/format.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

interface HeroPinsProps {
  place: { lat: number; lng: number }
  window: BookingWindow & { vehicle: number }
}

/** What the picture shows, in metres around its middle. */
const radius_m = 1_700
const most = 24
const mostShown = 9
/** Room of a pin, in CSS pixels of the picture. */
const pin = { width: 96, height: 46 }
/** Pins keep away from the edges, the menu above and the search box below. */
const margin = { side: 0.14, top: 0.16, bottom: 0.3 }
/** The share on the right that one's own things cover. */
const ownSide = 0.52

/** The prices of the best car parks on the picture of the city, as links to their pages. */
export default function HeroPins({ place, window }: HeroPinsProps) {
  const isSignedIn = useSignedIn()
  const { t, locale } = useTranslation()
  const { code } = useCountry()
  const { lat, lng } = place
  const { data } = useParks({
    country: code,
    lat,
    lng,
    radius: radius_m,
    sort: 'best',
    size: most,
    ...windowQuery(window),
  })
  return choosePins(data?.items ?? [], place, isSignedIn ? ownSide : margin.side).map(({ park, x, y }) => {
    const price = formatMoney(park.price!.amount, park.price!.currency, locale)
    return (
      <PageLink
        key={park.id}
        to={paths.park(park.slug, writeParkQuery({ ...window, place: undefined }))}
        aria-label={t('common.labelled', { name: parkLabel(park, t), value: price })}
        style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
        className="absolute -translate-x-1/2 -translate-y-full rounded-lg border border-line bg-card px-2.5 py-1.5 text-sm font-bold text-ink shadow-float hover:border-kerb hover:bg-ink hover:text-paper"
      >
        {price}
      </PageLink>
    )
  })
}

interface Pin {
  park: ParkSummary
  x: number
  y: number
}

/** The first parks with a price and a space that are on the picture and not under another's pin. */
function choosePins(parks: readonly ParkSummary[], place: HeroPinsProps['place'], right: number): Pin[] {
  const { width, height } = cityPictures.hero
  const shown: Pin[] = []
  for (const park of parks) {
    const { x, y } = placeOnHero(place, park)
    const isInside = x > margin.side && x < 1 - right && y > margin.top && y < 1 - margin.bottom && park.available !== 0
    const isFree = shown.every(
      (other) => Math.abs(other.x - x) * width > pin.width || Math.abs(other.y - y) * height > pin.height,
    )
    if (park.price !== null && isInside && isFree) shown.push({ park, x, y })
    if (shown.length === mostShown) break
  }
  return shown
}
