import type { ContentItem } from '#contract/content/content.ts'
import { Picture } from '#web/features/content/Picture.tsx'
import { paths } from '#web/paths.ts'
import { Card, CardLink } from '#web/ui/Card.tsx'

/** Links to the services for car parks. */
export function Services({ items }: { items: readonly ContentItem[] }) {
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {items.map(({ id, title, description, picture }) => (
        <Card as="li" key={id} padding="none" className="flex flex-col overflow-hidden">
          <Picture name={picture} tile className="rounded-none" />
          <div className="p-5">
            <h3 className="text-lg">
              <CardLink to={paths.service(id)}>{title}</CardLink>
            </h3>
            <p className="mt-1 text-ink-2">{description}</p>
          </div>
        </Card>
      ))}
    </ul>
  )
}
