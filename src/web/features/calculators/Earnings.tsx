import { lazy, Suspense } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

const parts = {
  space: lazy(() => import('./SpaceEarnings.tsx')),
  charger: lazy(() => import('./ChargerEarnings.tsx')),
}

/** A calculator within a content page, loaded with it. */
export function Earnings({ kind }: { kind: keyof typeof parts }) {
  const { t } = useTranslation()
  const Part = parts[kind]
  return (
    <Suspense
      fallback={
        <Loading label={t('shell.loading_page')}>
          <Skeleton className="h-96 w-full rounded-xl" />
        </Loading>
      }
    >
      <Part />
    </Suspense>
  )
}
