import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The link to more at the end of a section's title. */
export const MoreLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="inline-flex min-h-11 items-center font-semibold text-act hover:text-act-press">
    {children}
  </Link>
)
