import type { ReactNode } from 'react'
import { PageSlot } from '../PageSlot.tsx'
import { ReadOnlyBar } from '../ReadOnlyBar.tsx'

/** A page that fills the screen, without header and footer. */
export function AloneLayout({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="min-h-dvh bg-paper outline-none">
      <ReadOnlyBar />
      <PageSlot>{children}</PageSlot>
    </main>
  )
}
