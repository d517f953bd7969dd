import type { ReactNode } from 'react'

/** Opens in a new tab, so that the form keeps its input. */
export function LegalLink({ href, children }: { href: string; children?: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="font-semibold text-act underline underline-offset-4">
      {children}
    </a>
  )
}
