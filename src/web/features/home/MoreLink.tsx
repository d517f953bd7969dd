import type { ReactNode } from 'react'
import { PageLink } from '#web/ui/PageLink.tsx'

/** The link to more at the end of a section's title. */
export const MoreLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <PageLink to={to} className="inline-flex min-h-11 items-center font-semibold text-act hover:text-act-press">
    {children}
  </PageLink>
)
