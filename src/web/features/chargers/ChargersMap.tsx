import { lazy, Suspense } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

const Chargers = lazy(() => import('./Chargers.tsx'))

/** The map of chargers within a content page, loaded with it. */
export function ChargersMap() {
  const { t } = useTranslation()
  return (
    <Suspense
      fallback={
        <Loading label={t('shell.loading_page')}>
          <Skeleton className="h-140 w-full rounded-xl" />
        </Loading>
      }
    >
      <Chargers />
    </Suspense>
  )
}
