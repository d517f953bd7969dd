import type { ReactNode } from 'react'
import type { OrderDetails } from '#contract/orders.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { CallError } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import type { useOrder } from './api.ts'

interface OrderFrameProps {
  found: ReturnType<typeof useOrder>
  children: (order: OrderDetails) => ReactNode
}

/** An order, or that it is loading, could not be loaded or does not exist. */
export function OrderFrame({ found: { data, error, refetch }, children }: OrderFrameProps) {
  const { t } = useTranslation()
  if (data !== undefined) return children(data)
  if (error instanceof CallError && error.status === 404)
    return (
      <EmptyState
        picture="search"
        level={1}
        live
        title={t('orders.unknown_order')}
        action={<ButtonLink to={paths.orders()}>{t('orders.to_list')}</ButtonLink>}
        className="py-16"
      >
        {t('orders.unknown_order_text')}
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
