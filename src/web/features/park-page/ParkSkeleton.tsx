import { useTranslation } from 'react-i18next'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Skeleton, SkeletonText } from '#web/ui/Skeleton.tsx'

/** The page of a park that is on its way, in the shape it will have. */
export function ParkSkeleton() {
  const { t } = useTranslation()
  return (
    <Loading label={t('park.loading')} className="-mt-2">
      <div className="bay-hero min-h-44 lg:min-h-60" />
      <Page className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid content-start gap-6 pt-4 lg:pt-7">
          <div className="flex gap-2">
            <Skeleton className="h-9 w-36 rounded-full" />
            <Skeleton className="h-9 w-24 rounded-full" />
            <Skeleton className="h-9 w-20 rounded-full" />
          </div>
          <div className="hidden gap-6 lg:grid">
            <SkeletonText lines={4} />
            <Skeleton className="h-44 rounded-xl" />
          </div>
        </div>
        <div className="grid gap-4 pt-5 lg:pt-7">
          <Skeleton className="h-32 rounded-xl" />
          <SkeletonText lines={3} />
          <Skeleton className="h-13 rounded-lg" />
        </div>
      </Page>
    </Loading>
  )
}
