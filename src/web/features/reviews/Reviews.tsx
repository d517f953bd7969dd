import type { Park } from '#contract/parks/parks.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Section } from '#web/ui/Page.tsx'
import { useReviews } from './api.ts'
import { ReviewList } from './ReviewList.tsx'

/** A park's mean rating and its reviews. Shows nothing for parks that cannot be booked. */
export function Reviews({ park }: { park: Pick<Park, 'slug' | 'bookable' | 'rating' | 'reviews'> }) {
  const { t } = useTranslation()
  const { slug, bookable, rating, reviews } = park
  const list = useReviews(slug, reviews > 0)
  if (rating === null && !bookable) return null
  return (
    <Section title={t('reviews.title')}>
      {rating === null ? (
        <p className="text-ink-2">{t('reviews.none')}</p>
      ) : (
        <ReviewList rating={rating} total={reviews} list={list} note={t('reviews.own_only')} />
      )}
    </Section>
  )
}
