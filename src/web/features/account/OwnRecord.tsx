import type { ReactNode } from 'react'
import { CallError } from '#web/api/call.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

interface OwnRecordProps<Found> {
  found: { data: Found | undefined; error: Error | null; refetch: () => unknown }
  /** What is said of a number that the account does not have, and the way on. */
  unknown: { title: string; text: string; action: ReactNode }
  children: (record: Found) => ReactNode
}

/** The page of an account's own order or request, or that it is loading, could not be loaded or does not exist. */
export function OwnRecord<Found>({ found: { data, error, refetch }, unknown, children }: OwnRecordProps<Found>) {
  const { t } = useTranslation()
  if (data !== undefined) return children(data)
  if (error instanceof CallError && error.status === 404)
    return (
      <EmptyState picture="search" level={1} live title={unknown.title} action={unknown.action} className="py-16">
        {unknown.text}
      </EmptyState>
    )
  if (error !== null) return <LoadFailed error={error} onRetry={refetch} level={1} />
  return (
    <Page width="text" className="py-9">
      <Loading label={t('common.loading')} className="grid gap-4">
        <Skeleton className="h-9 w-56" />
        <Skeleton className="h-40 rounded-xl" />
        <Skeleton className="h-56 rounded-xl" />
      </Loading>
    </Page>
  )
}
