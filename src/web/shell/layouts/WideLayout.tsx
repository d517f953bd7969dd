import type { ReactNode } from 'react'
import { CompactHeader } from '../header/CompactHeader.tsx'
import { DemoBanner, OfflineBar } from '../Notices.tsx'
import { PageSlot } from '../PageSlot.tsx'
import { ReadOnlyBar } from '../ReadOnlyBar.tsx'
import { SkipLink } from './SkipLink.tsx'

/** A compact header; the page fills the rest of the screen and scrolls inside. */
export function WideLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <SkipLink />
      <DemoBanner />
      <CompactHeader />
      <OfflineBar />
      <ReadOnlyBar />
      <main id="main" tabIndex={-1} className="relative min-h-0 flex-1">
        <PageSlot>{children}</PageSlot>
      </main>
    </div>
  )
}
