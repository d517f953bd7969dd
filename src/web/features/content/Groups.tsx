import { ChevronDown } from 'lucide-react'
import type { GroupItem } from '#contract/content/content.ts'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Html } from './Html.tsx'
import { ContentIcon } from './icons.tsx'

interface GroupProps {
  items: readonly GroupItem[]
}

/** Columns by the available width. */
const columns = (count: number) => {
  if (count % 4 === 0) return '@lg:grid-cols-2 @5xl:grid-cols-4'
  return count % 3 === 0 || count > 4 ? '@lg:grid-cols-2 @3xl:grid-cols-3' : '@lg:grid-cols-2'
}

/** Numbered steps. */
export function Steps({ items }: GroupProps) {
  return (
    <ol className={cx('grid gap-x-8 gap-y-6', columns(items.length))}>
      {items.map(({ id, title, html }, index) => (
        <li key={id} id={id} className="grid grid-cols-[auto_1fr] gap-x-4 @lg:block">
          <span
            aria-hidden="true"
            className="grid size-11 place-items-center rounded-lg bg-night text-lg font-black text-kerb @lg:mb-4"
          >
            {index + 1}
          </span>
          <div>
            <h3 className="text-lg">{title}</h3>
            <Html html={html} className="mt-1.5" />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** A grid of cards; a card with an address is a link. */
export function Cards({ items }: GroupProps) {
  return (
    <ul className={cx('grid gap-4', columns(items.length))}>
      {items.map(({ id, title, icon, to, html }) => (
        <Card as="li" key={id} padding="lg">
          {icon !== null && <ContentIcon name={icon} className="mb-4 size-7 stroke-[1.6] text-act" />}
          <h3 id={id} className="text-lg">
            {to === null ? title : <CardLink to={to}>{title}</CardLink>}
          </h3>
          <Html html={html} className="mt-1.5" />
        </Card>
      ))}
    </ul>
  )
}

/** Figures: the number first. */
export function Figures({ items }: GroupProps) {
  return (
    <dl className={cx('grid gap-x-8 gap-y-6', columns(items.length))}>
      {items.map(({ id, title, html }) => (
        <div key={id} className="flex flex-col-reverse justify-end border-l-4 border-kerb pl-4">
          <dt>
            <Html html={html} />
          </dt>
          <dd className="text-2xl font-black tracking-tighter lg:text-3xl">{title}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Questions that expand to answers; those in `open` start expanded. */
export function Questions({ items, open = false }: GroupProps & { open?: boolean }) {
  return (
    <ul className="border-t border-line">
      {items.map(({ id, title, html }) => (
        <li key={id} id={id} className="border-b border-line">
          <details open={open || undefined} className="group">
            <summary className="flex min-h-13 list-none items-center justify-between gap-4 rounded-md py-3 text-md font-semibold hover:text-act [&::-webkit-details-marker]:hidden">
              {title}
              <ChevronDown
                aria-hidden="true"
                className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180"
              />
            </summary>
            <Html html={html} className="max-w-prose pb-5" />
          </details>
        </li>
      ))}
    </ul>
  )
}
