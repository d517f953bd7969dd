import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { brand } from '#brand.ts'
import { findPage } from '#contract/pages.ts'
import { LoadingBar } from '#web/ui/LoadingBar.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Arrival } from './Arrival.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useCatalogueTitle } from './usePageTitle.ts'

/** From the specification: the loader's bar stops here until the page is there, and the loader goes after this long. */
const HELD_PERCENT = 85
const LONGEST_MS = 8_000

let started = false

/** The page of the route: its code awaited, its failures caught, its title set, its heading focused. */
export function PageSlot() {
  const { pathname } = useLocation()
  useCatalogueTitle()
  useTopOnChange(pathname)
  return (
    <ErrorBoundary page={pathname}>
      <Suspense key={findPage(pathname)?.route.key ?? 'none'} fallback={started ? <Waiting /> : <StartLoader />}>
        <Outlet />
        <Arrival />
        <Started />
      </Suspense>
    </ErrorBoundary>
  )
}

// Of the module, not of a layout: from one layout to another is a change of page as well.
let shown: string | undefined

/** A page begins at its top, also one that has been there before (specification, section 2). */
function useTopOnChange(pathname: string) {
  useEffect(() => {
    // Going back, the browser would put the view where it was; that is for a reload alone.
    history.scrollRestoration = 'manual'
    const onLeaving = () => {
      history.scrollRestoration = 'auto'
    }
    window.addEventListener('pagehide', onLeaving)
    return () => window.removeEventListener('pagehide', onLeaving)
  }, [])
  useEffect(() => {
    if (shown !== undefined && shown !== pathname) window.scrollTo(0, 0)
    shown = pathname
  }, [pathname])
}

function Started() {
  useEffect(() => {
    started = true
  }, [])
  return null
}

/** Between two pages. Shown after a moment, so that what is there at once does not flicker. */
function Waiting() {
  const { t } = useTranslation()
  return (
    <div className="grid min-h-[70dvh] place-content-center text-xl text-ink-3">
      <Spinner
        label={t('shell.loading_page')}
        className="opacity-100 transition-opacity delay-200 duration-150 starting:opacity-0"
      />
    </div>
  )
}

/** The first page's loader, over the whole screen: it goes on from what index.html has painted before any script. */
function StartLoader() {
  const { t } = useTranslation()
  const [percent, setPercent] = useState(20)
  const [over, setOver] = useState(false)
  useEffect(() => {
    const step = setInterval(() => setPercent((now) => Math.min(HELD_PERCENT, now + (HELD_PERCENT - now) / 4 + 1)), 200)
    const end = setTimeout(() => setOver(true), LONGEST_MS)
    return () => {
      clearInterval(step)
      clearTimeout(end)
    }
  }, [])
  if (over) return <Waiting />
  const label = t('shell.loading_product', { brand: brand.name })
  return (
    <div className="fixed inset-0 z-70 grid place-content-center justify-items-center gap-5 bg-paper text-ink-2">
      <Logo className="text-[2.9rem]" />
      <LoadingBar label={label} percent={percent} />
      <p aria-hidden="true">{label}</p>
    </div>
  )
}
