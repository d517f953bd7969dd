import { Navigation } from 'lucide-react'
import type { ReactNode } from 'react'
import { cityPictures, cityPictureUrl } from '#contract/pictures/pictures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Page } from '#web/ui/Page.tsx'
import { directionsTo } from './directions.ts'

interface PointHeroProps {
  point: { lat: number; lng: number }
  /** Link to the list above the page. */
  trail: ReactNode
  title: ReactNode
  children: ReactNode
  /** Primary action, beside the directions. */
  action: ReactNode
}

/** The header of a page about a place, on a drawing of what is around it. */
export function PointHero({ point, trail, title, children, action }: PointHeroProps) {
  const { t } = useTranslation()
  const [app] = directionsTo(point)
  return (
    <div className="relative isolate -mt-2 overflow-hidden bg-night on-night">
      <img
        src={cityPictureUrl(point, 'band')}
        alt=""
        {...cityPictures.band}
        className="absolute inset-0 -z-10 size-full object-cover"
      />
      <div className="absolute inset-0 -z-10 bg-linear-to-r from-night via-night/65 to-transparent" />
      <Page className="flex flex-col gap-3 pt-4 pb-6 lg:pt-6 lg:pb-9">
        {trail}
        <h1 tabIndex={-1} className="mt-4 max-w-3xl text-[1.7rem] leading-[1.12] lg:mt-10 lg:text-3xl">
          {title}
        </h1>
        {children}
        <div className="mt-2 flex flex-wrap gap-2.5">
          {action}
          <a
            href={app.href}
            className="inline-flex min-h-11 items-center gap-2 rounded-lg px-3 font-semibold text-on-night underline-offset-4 hover:underline"
          >
            <Navigation aria-hidden="true" className="size-4.5" />
            {t('park.directions_in', { app: app.name })}
          </a>
        </div>
      </Page>
    </div>
  )
}
