import { parkLabel } from '#contract/parks/park-label.ts'
import type { Park } from '#contract/parks/parks.ts'
import { type BookingWindow, writeWindow } from '#web/features/booking-window/window.ts'
import { parkAddress } from '#web/features/parks/address.ts'
import { ParkPicture } from '#web/features/parks/ParkPicture.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

type ParkWindow = BookingWindow & { vehicle: number }

/** Placeholder in the shape of the checkout; with the park if it is known. */
export function CheckoutSkeleton({ park, window }: { park?: Park | undefined; window?: ParkWindow }) {
  const { t } = useTranslation()
  return (
    <Page className="pb-10">
      <PageHead title={t('checkout.title')} />
      <div className="grid gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_min(27rem,45%)] lg:items-start">
        <div className="grid gap-6">
          {park && <ParkHead park={park} window={window} />}
          <Loading label={t('checkout.loading')} className="grid gap-6">
            {!park && (
              <div className="flex items-center gap-4">
                <Skeleton className="size-19 shrink-0 rounded-lg sm:size-24" />
                <span className="grid w-full gap-2.5">
                  <Skeleton className="h-5 w-3/5 rounded-sm" />
                  <Skeleton className="h-4 w-4/5 rounded-sm" />
                </span>
              </div>
            )}
            <Skeleton className="h-26 rounded-lg" />
            <Skeleton className="h-72 rounded-lg" />
          </Loading>
        </div>
        <Skeleton className="h-104 rounded-xl" />
      </div>
    </Page>
  )
}

/** What is booked, with a link to its page. */
export function ParkHead({ park, window }: { park: Park; window?: ParkWindow | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-4">
      <span className="size-19 overflow-hidden rounded-lg sm:size-24">
        <ParkPicture park={park} className="size-full" />
      </span>
      <div className="min-w-0">
        <h2 className="text-lg leading-snug">{parkLabel(park, t)}</h2>
        {park.name !== null && <p className="mt-0.5 text-base text-ink-2">{parkAddress(park)}</p>}
        <p className="flex flex-wrap items-center gap-x-3">
          <PageLink
            to={paths.park(park.slug, window && writeWindow(window))}
            className="py-1 text-sm font-semibold text-act underline-offset-4 hover:underline touch:py-2.5"
          >
            {t('checkout.about_park')}
          </PageLink>
          {park.examples.length > 0 && <ExampleTag />}
        </p>
      </div>
    </div>
  )
}
