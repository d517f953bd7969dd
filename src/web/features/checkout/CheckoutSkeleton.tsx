import { useTranslation } from '#web/lib/translation.ts'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

/** Placeholder in the shape of the checkout. */
export function CheckoutSkeleton() {
  const { t } = useTranslation()
  return (
    <Page className="pb-10">
      <PageHead title={t('checkout.title')} />
      <Loading
        label={t('checkout.loading')}
        className="grid gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_27rem] lg:items-start"
      >
        <div className="grid gap-6">
          <div className="flex items-center gap-4">
            <Skeleton className="size-19 shrink-0 rounded-lg sm:size-24" />
            <span className="grid w-full gap-2.5">
              <Skeleton className="h-5 w-3/5 rounded-sm" />
              <Skeleton className="h-4 w-4/5 rounded-sm" />
            </span>
          </div>
          <Skeleton className="h-26 rounded-lg" />
          <Skeleton className="h-72 rounded-lg" />
        </div>
        <Skeleton className="h-104 rounded-xl" />
      </Loading>
    </Page>
  )
}
