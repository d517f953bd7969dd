import type { PostSummary } from '#contract/content/content.ts'
import { formatLongDay } from '#contract/days.ts'
import { Picture } from '#web/features/content/Picture.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'

interface PostCardProps {
  post: PostSummary
  /** The first post of the page: full width, picture beside text. */
  first?: boolean
  level?: 2 | 3
}

export function PostCard({ post, first, level = 2 }: PostCardProps) {
  const Heading = `h${level}` as const
  const { id, title, description, picture } = post
  return (
    <Card
      as="li"
      padding="none"
      className={cx('flex flex-col overflow-hidden', first && 'sm:col-span-full lg:grid lg:grid-cols-[1.15fr_1fr]')}
    >
      <Picture name={picture} tile {...(first && { first })} className="rounded-none lg:grid lg:content-center" />
      <div className={cx('flex flex-1 flex-col p-5', first && 'lg:justify-center lg:p-9')}>
        <PostFacts post={post} />
        <Heading className={cx('mt-1.5', first ? 'text-xl lg:text-2xl' : 'text-lg')}>
          <CardLink to={paths.post(id)}>{title}</CardLink>
        </Heading>
        <p className={cx('mt-2 text-ink-2', first && 'lg:text-md')}>{description}</p>
      </div>
    </Card>
  )
}

/** Date, reading time and topics. */
export function PostFacts({ post: { date, minutes, tags } }: { post: PostSummary }) {
  const { t, locale } = useTranslation()
  const facts = [
    <time key="date" dateTime={date}>
      {formatLongDay(date, locale)}
    </time>,
    t('blog.minutes', { count: minutes }),
    tags.join(', '),
  ]
  // Each item has a dot before it; at the start of a line the dot is outside the clipped edge.
  return (
    <p className="overflow-hidden text-sm text-ink-2">
      <span className="-ml-4 flex flex-wrap">
        {facts.map((fact, n) => (
          <span key={n} className="before:inline-block before:w-4 before:text-center before:content-['·']">
            {fact}
          </span>
        ))}
      </span>
    </p>
  )
}
