import { useShopReviews, type Reviewed } from '#web/features/catalogue/api.ts'
import { ReviewList } from '#web/features/reviews/ReviewList.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { Section } from '#web/ui/Page.tsx'

/** The average rating and the reviews of a branch or an item. Shows nothing while there are none. */
export function ShopReviews({ of }: { of: Reviewed }) {
  const { t } = useTranslation()
  const list = useShopReviews(of)
  const first = list.data?.pages[0]
  if (first === undefined || first.rating === null) return null
  return (
    <Section title={t('reviews.title')} className="mt-6 border-t border-line py-8">
      <ReviewList rating={first.rating} total={first.total} list={list} note={t('reviews.shop_own_only')} />
    </Section>
  )
}
