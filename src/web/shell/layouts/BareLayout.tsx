import type { ReactNode } from 'react'
import { settings } from '#contract/settings/settings.ts'
import { paths } from '#web/paths.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { pillOnNight } from '../header/headerStyles.ts'
import { LanguageMenu } from '../header/LanguageMenu.tsx'
import { DemoBanner, OfflineBar } from '../Notices.tsx'
import { PageSlot } from '../PageSlot.tsx'
import { ReadOnlyBar } from '../ReadOnlyBar.tsx'
import { SkipLink } from './SkipLink.tsx'

/** Sign-in pages: the logo and one card, without navigation. */
export function BareLayout({ children }: { children: ReactNode }) {
  return (
    <div className="relative flex min-h-dvh flex-col">
      <SkipLink />
      <DemoBanner />
      <header className="bay-hero shrink-0 on-night sm:h-72">
        <div className="mx-auto flex min-h-17 w-full max-w-[86rem] flex-wrap items-center justify-between px-4 sm:px-6 lg:px-10">
          <PageLink to={paths.home()} className="-ml-1 flex rounded-md p-1">
            <Logo name={settings().company.name} onNight />
          </PageLink>
          <LanguageMenu className={pillOnNight} />
        </div>
      </header>
      <OfflineBar />
      <ReadOnlyBar />
      <main
        id="main"
        tabIndex={-1}
        className="relative grid flex-1 content-start justify-items-center sm:-mt-48 sm:px-6 sm:pb-14"
      >
        <div className="w-full max-w-lg px-4 pt-1 pb-10 sm:rounded-2xl sm:border sm:border-line sm:bg-card sm:px-9 sm:py-9 sm:shadow-lift">
          <PageSlot>{children}</PageSlot>
        </div>
      </main>
    </div>
  )
}
