import { cx } from './cx.ts'
import { PageLink } from './PageLink.tsx'

interface BreadcrumbsProps {
  label: string
  /** The pages above this one, starting with the home page. */
  steps: readonly { to: string; text: string }[]
}

/** Links to the pages above, shown over the title. */
export function Breadcrumbs({ label, steps }: BreadcrumbsProps) {
  return (
    <nav aria-label={label} className="min-w-0">
      <ol className="flex gap-x-2 text-sm text-ink-2 in-[.on-night]:text-on-night-2">
        {steps.map(({ to, text }, n) => (
          <li key={to} className={cx('flex items-center gap-x-2', n === 0 ? 'shrink-0' : 'min-w-0')}>
            {n > 0 && <span aria-hidden="true">/</span>}
            <PageLink
              to={to}
              className="inline-flex min-h-8 min-w-0 items-center underline-offset-4 hover:underline touch:min-h-11"
            >
              {/* A long one is cut: on a phone, two lines of it would stand far apart. */}
              <span className="truncate">{text}</span>
            </PageLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
