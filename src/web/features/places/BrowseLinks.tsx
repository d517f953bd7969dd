import { PageLink } from '#web/ui/PageLink.tsx'
import type { BrowseChoice } from './BrowseSelect.tsx'

interface BrowseLinksProps {
  label: string
  choices: readonly BrowseChoice[]
}

/** The parts of a list as links below it, for readers who browse and for search engines. */
export function BrowseLinks({ label, choices }: BrowseLinksProps) {
  return (
    <nav aria-label={label} className="mt-8 border-t border-line pt-5">
      <h2 className="mb-2 text-lg">{label}</h2>
      <ul className="columns-2 gap-x-6 sm:columns-3 lg:columns-4">
        {choices.map(({ to, label: text, total, current }) => (
          <li key={to} className="break-inside-avoid">
            <PageLink
              to={to}
              aria-current={current ? 'true' : undefined}
              className="inline-flex min-h-9 items-center gap-x-1.5 py-1 text-base wrap-anywhere text-act underline-offset-4 hover:underline aria-[current]:font-semibold aria-[current]:text-ink touch:min-h-11"
            >
              <span>
                {text}
                {total !== undefined && <span className="ml-1.5 text-sm text-ink-2 tabular-nums">{total}</span>}
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
