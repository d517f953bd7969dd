import { useTranslation } from '#web/page/translation.ts'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Skeleton, SkeletonText } from '#web/ui/Skeleton.tsx'
import { ItemCardSkeleton, itemGrid } from './ItemCard.tsx'

/** While it is not known yet what is sold here. */
export function ShopSkeleton() {
  const { t } = useTranslation()
  return (
    <Page className="py-9">
      <Loading label={t('shop.loading')} className="grid gap-5">
        <Skeleton className="h-9 w-3/5 max-w-md" />
        <SkeletonText lines={2} className="max-w-prose" />
        <Skeleton className="h-11 w-full rounded-full" />
        <div className={itemGrid}>
          {Array.from({ length: 6 }, (_, n) => (
            <ItemCardSkeleton key={n} />
          ))}
        </div>
      </Loading>
    </Page>
  )
}
