import { useTranslation } from '#web/page/translation.ts'
import { Card } from '#web/ui/Card.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

/** Stands for the form while it or its request is loaded. */
export function FormSkeleton() {
  const { t } = useTranslation()
  return (
    <Card padding="lg" className="max-w-3xl">
      <Loading label={t('documents.loading')} className="grid gap-4">
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-13 w-40" />
      </Loading>
    </Card>
  )
}
