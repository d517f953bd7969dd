import { Star } from 'lucide-react'
import type { ParkSummary } from '#contract/parks/parks.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatNumber } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'

/** Average rating and number of reviews; nothing without reviews. */
export function Rating({ park, className }: { park: Pick<ParkSummary, 'rating' | 'reviews'>; className?: string }) {
  const { t, locale } = useTranslation()
  const { rating, reviews: count } = park
  if (rating === null || count === 0) return null
  const mean = formatNumber(rating, locale)
  const number = formatNumber(count, locale)
  return (
    <span className={cx('inline-flex items-center gap-1 whitespace-nowrap', className)}>
      <Star aria-hidden="true" className="size-3.5 fill-current text-ink" />
      <span aria-hidden="true" className="font-semibold text-ink">
        {mean}
      </span>
      <span aria-hidden="true">({number})</span>
      <span className="sr-only">
        {t('reviews.stars', { rating: mean })}, {t('reviews.count', { count, number })}
      </span>
    </span>
  )
}
