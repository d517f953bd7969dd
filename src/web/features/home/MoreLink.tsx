import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** At the end of a section's title: where there is more of it. */
export const MoreLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="inline-flex min-h-11 items-center font-semibold text-act hover:text-act-press">
    {children}
  </Link>
)
