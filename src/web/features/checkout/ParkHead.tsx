import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Park } from '#contract/parks.ts'
import { parkLabel } from '#contract/park-label.ts'
import { parkAddress } from '#web/features/parks/address.ts'
import { ParkPlan } from '#web/features/parks/ParkPlan.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { writeWindow } from '#web/features/booking-window/window.ts'
import { paths } from '#web/paths.ts'
import type { CheckoutWindow } from './useCheckoutWindow.ts'

/** The park that is booked: its plan, its name, where it is. */
export function ParkHead({ park, window }: { park: Park; window: CheckoutWindow }) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-4">
      <span className="size-19 overflow-hidden rounded-lg sm:size-24">
        <ParkPlan seed={park.id} kind={park.kind} className="size-full" />
      </span>
      <div className="min-w-0">
        <h2 className="text-lg leading-snug">{parkLabel(park, t)}</h2>
        {park.name !== null && <p className="mt-0.5 text-base text-ink-2">{parkAddress(park)}</p>}
        <p className="flex flex-wrap items-center gap-x-3">
          <Link
            to={paths.park(park.slug, writeWindow(window))}
            className="py-1 text-sm font-semibold text-act underline-offset-4 hover:underline touch:py-2.5"
          >
            {t('checkout.about_park')}
          </Link>
          {park.examples.length > 0 && <ExampleTag />}
        </p>
      </div>
    </div>
  )
}
