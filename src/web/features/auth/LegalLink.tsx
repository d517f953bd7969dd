import type { ReactNode } from 'react'

/** Opens beside the form, which keeps what was typed. */
export function LegalLink({ href, children }: { href: string; children?: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="font-semibold text-act underline underline-offset-4">
      {children}
    </a>
  )
}
