import { lazy, Suspense } from 'react'
import { cityPictures, cityPictureUrl } from '#contract/pictures/pictures.ts'
import { useSignedIn } from '#web/api/session.ts'
import type { BookingWindow } from '#web/features/booking-window/window.ts'
import { withFrontCatalogue } from '#web/i18n.ts'
import { useWideScreen } from '#web/page/media.ts'
import { useBrowserIdle } from '#web/page/useBrowserIdle.ts'

const OwnThings = lazy(() => withFrontCatalogue(() => import('./OwnThings.tsx')))
const HeroPins = lazy(() => withFrontCatalogue(() => import('./HeroPins.tsx')))

interface HeroMapProps {
  place: { lat: number; lng: number }
  window: BookingWindow & { vehicle: number }
}

/**
 * The visitor's city on the right half of a wide screen: a picture from the server, whose prices are fetched once the page
 * is idle. Narrow screens load neither.
 */
export function HeroMap({ place, window }: HeroMapProps) {
  const isSignedIn = useSignedIn()
  const isReady = useBrowserIdle(useWideScreen())
  return (
    <div className="absolute inset-y-0 right-0 -z-1 w-1/2 overflow-hidden bg-night max-lg:hidden">
      <div className="absolute top-1/2 left-1/2 aspect-720/560 w-[max(100%,45rem)] -translate-1/2">
        <img
          src={cityPictureUrl(place, 'hero')}
          alt=""
          {...cityPictures.hero}
          // Where it is hidden it is not loaded.
          loading="lazy"
          className="size-full"
        />
        <div className="absolute inset-y-0 left-0 w-1/3 bg-linear-to-r from-night to-transparent" />
        {isReady && (
          <Suspense>
            <HeroPins place={place} window={window} />
          </Suspense>
        )}
      </div>
      {isReady && isSignedIn && (
        <Suspense>
          <OwnThings window={window} />
        </Suspense>
      )}
    </div>
  )
}
