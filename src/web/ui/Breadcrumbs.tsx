import { PageLink } from './PageLink.tsx'

interface BreadcrumbsProps {
  label: string
  /** The pages above this one, starting with the home page. */
  steps: readonly { to: string; text: string }[]
}

/** Links to the pages above, shown over the title. */
export function Breadcrumbs({ label, steps }: BreadcrumbsProps) {
  return (
    <nav aria-label={label}>
      <ol className="flex flex-wrap gap-x-2 text-sm text-ink-2 in-[.on-night]:text-on-night-2">
        {steps.map(({ to, text }, n) => (
          <li key={to} className="flex items-center gap-x-2">
            {n > 0 && <span aria-hidden="true">/</span>}
            <PageLink
              to={to}
              className="inline-flex min-h-8 items-center underline-offset-4 hover:underline touch:min-h-11"
            >
              {text}
            </PageLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
