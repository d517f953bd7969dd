import type { ContentItem } from '#contract/content/content.ts'
import { paths } from '#web/paths.ts'
import { Card, CardLink } from '#web/ui/Card.tsx'

type Article = Pick<ContentItem, 'id' | 'title' | 'description'>

/** Links to help articles. */
export function Articles({ articles }: { articles: readonly Article[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {articles.map(({ id, title, description }) => (
        <Card as="li" key={id}>
          <h3 className="text-md">
            <CardLink to={paths.article(id)}>{title}</CardLink>
          </h3>
          <p className="mt-1 text-ink-2">{description}</p>
        </Card>
      ))}
    </ul>
  )
}
