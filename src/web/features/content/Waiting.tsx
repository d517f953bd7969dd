import { useTranslation } from '#web/page/translation.ts'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Skeleton, SkeletonText } from '#web/ui/Skeleton.tsx'

/** Skeleton of a content page. */
export function ContentWaiting() {
  const { t } = useTranslation()
  return (
    <Page className="py-10">
      <Loading label={t('shell.loading_page')} className="grid max-w-3xl gap-6">
        <Skeleton className="h-10 w-3/4" />
        <SkeletonText lines={3} />
        <Skeleton className="h-56 w-full rounded-2xl" />
        <SkeletonText lines={6} />
      </Loading>
    </Page>
  )
}
