import { lazy, Suspense } from 'react'
import type { LeadKind } from '#contract/leads/leads.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Card } from '#web/ui/Card.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

const Form = lazy(() => import('./Form.tsx'))

/** A form within a content page, by kind; loaded on demand. */
export function LeadForm({ kind }: { kind: LeadKind }) {
  const { t } = useTranslation()
  return (
    <Suspense
      fallback={
        <Card padding="lg" className="max-w-3xl">
          <Loading label={t('shell.loading_page')} className="grid gap-4">
            <Skeleton className="h-7 w-2/3" />
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-28 w-full" />
            <Skeleton className="h-13 w-40" />
          </Loading>
        </Card>
      }
    >
      <Form key={kind} kind={kind} />
    </Suspense>
  )
}
