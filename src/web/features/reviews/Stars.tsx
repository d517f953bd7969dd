import { Star } from 'lucide-react'
import { ratings } from '#contract/reviews/review-rules.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatNumber } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'

/** A rating as five stars, rounded to halves, with a text alternative. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  const { t, locale } = useTranslation()
  const halves = Math.round(rating * 2)
  return (
    <span
      role="img"
      aria-label={t('reviews.stars', { rating: formatNumber(rating, locale) })}
      className={cx('inline-flex shrink-0 gap-0.5 [&_svg]:size-4', className)}
    >
      {ratings.map((star) => (
        <StarShape key={star} fill={halves >= star * 2 ? 'whole' : halves === star * 2 - 1 ? 'half' : 'none'} />
      ))}
    </span>
  )
}

/** One star: its outline, with the filled part over it. */
export function StarShape({ fill, className }: { fill: 'whole' | 'half' | 'none'; className?: string }) {
  return (
    <span aria-hidden="true" className={cx('relative inline-block', className)}>
      <Star className="text-edge" />
      {fill !== 'none' && (
        <Star
          className={cx('absolute inset-0 fill-current text-ink', fill === 'half' && '[clip-path:inset(0_50%_0_0)]')}
        />
      )}
    </span>
  )
}
