import type { Review } from '#contract/reviews/reviews.ts'
import { settings } from '#contract/settings/settings.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { useHydrating } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDay, formatNumber } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Loading, SkeletonText } from '#web/ui/Skeleton.tsx'
import { Stars } from './Stars.tsx'

interface ReviewListProps {
  rating: number
  total: number
  list: {
    data: { pages: readonly { items: readonly Review[] }[] } | undefined
    error: Error | null
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  /** Who may write one. */
  note: string
}

/** An average rating over the reviews that it is made of, which are loaded page by page. */
export function ReviewList({ rating, total, list, note }: ReviewListProps) {
  const { t, locale } = useTranslation()
  const number = formatNumber(total, locale)
  return (
    <>
      <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span aria-hidden="true" className="text-2xl font-black">
          {formatNumber(rating, locale)}
        </span>
        <Stars rating={rating} className="[&_svg]:size-5" />
        <span className="text-ink-2">{t('reviews.count', { count: total, number })}</span>
      </p>
      {list.error !== null ? (
        <LoadFailed error={list.error} onRetry={list.refetch} level={3} />
      ) : list.data === undefined ? (
        <Loading label={t('reviews.loading')} className="grid gap-6 py-4">
          {[1, 2, 3].slice(0, total).map((row) => (
            <SkeletonText key={row} lines={3} />
          ))}
        </Loading>
      ) : (
        <ul className="divide-y divide-line">
          {list.data.pages
            .flatMap(({ items }) => items)
            .map((review) => (
              <Row key={review.id} review={review} />
            ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          variant="outline"
          size="md"
          busy={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
          className="mt-2"
        >
          {t('reviews.more')}
        </Button>
      )}
      <p className="mt-3 text-sm text-ink-2">{note}</p>
    </>
  )
}

function Row({
  review: { rating, text, author, language, created_at, is_example, reply, replied_at },
}: {
  review: Review
}) {
  const { t, locale } = useTranslation()
  const isHydrating = useHydrating()
  const formatDate = (at: string) => formatDay(new Date(at), isHydrating ? 'UTC' : deviceZone(), locale)
  return (
    <li className="py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="font-semibold">{author}</span>
        <Stars rating={rating} />
        <time dateTime={created_at} className="text-sm text-ink-2">
          {formatDate(created_at)}
        </time>
        {is_example && <ExampleTag />}
      </p>
      {text !== null && (
        <p lang={language} className="mt-1 max-w-prose wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
      {reply !== null && replied_at !== null && (
        <div className="mt-3 max-w-prose border-l-4 border-line pl-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
            <span className="font-semibold">{t('reviews.reply', { brand: settings().company.name })}</span>
            <time dateTime={replied_at} className="text-sm text-ink-2">
              {formatDate(replied_at)}
            </time>
          </p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line">{reply}</p>
        </div>
      )}
    </li>
  )
}
