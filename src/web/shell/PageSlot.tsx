import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { findPage } from '#contract/pages.ts'
import { markDeviceRendered, markHydrated, useHydrating, useRendered } from '#web/page/rendering.ts'
import { useCatalogueTitle } from '#web/page/usePageTitle.ts'
import { ErrorBoundary } from './errors/ErrorBoundary.tsx'
import { clearRetries } from './errors/retries.ts'
import { markPageShown, PageLoader, StartCover, useStartCover } from './PageLoader.tsx'

/** A page with its loading state, error boundary, title and focus. */
export function PageSlot({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { isFrame } = useRendered()
  const isHydrating = useHydrating()
  const isCovered = useStartCover()
  useCatalogueTitle()
  useTopOnChange(pathname)
  return (
    <ErrorBoundary page={pathname}>
      <Suspense key={findPage(pathname)?.route.key ?? 'none'} fallback={<PageLoader />}>
        {isFrame && isHydrating ? (
          <>
            <PageLoader />
            <FrameMarker />
          </>
        ) : (
          <>
            {isCovered && isHydrating && <StartCover />}
            {children}
            <HeadingFocus />
            <ShownMarker />
            <HydratedMarker />
          </>
        )}
      </Suspense>
    </ErrorBoundary>
  )
}

// In the module, because a change of layout remounts the component.
let lastPathname: string | undefined

/** Scrolls to the top on each change of page (specification, section 2). */
function useTopOnChange(pathname: string) {
  useEffect(() => {
    // The browser restores the scroll position only after a reload.
    history.scrollRestoration = 'manual'
    const onLeaving = () => {
      history.scrollRestoration = 'auto'
    }
    window.addEventListener('pagehide', onLeaving)
    return () => window.removeEventListener('pagehide', onLeaving)
  }, [])
  useEffect(() => {
    if (lastPathname !== undefined && lastPathname !== pathname) window.scrollTo(0, 0)
    lastPathname = pathname
  }, [pathname])
}

function ShownMarker() {
  useEffect(markPageShown, [])
  return null
}

function HydratedMarker() {
  const isHydrating = useHydrating()
  useEffect(markHydrated, [])
  useEffect(() => {
    if (!isHydrating) markDeviceRendered()
  }, [isHydrating])
  return null
}

/** The page in the frame is rendered for the device from the start. */
function FrameMarker() {
  useEffect(() => {
    markHydrated()
    markDeviceRendered()
  }, [])
  return null
}

let lastFocusedPathname: string | undefined

/**
 * Rendered after the page inside its Suspense, so it mounts once the page is loaded. Moves the focus to the main
 * heading after a change of page (not of query or hash), for screen readers.
 */
function HeadingFocus() {
  const { pathname } = useLocation()
  useEffect(() => {
    clearRetries()
    const isFirst = lastFocusedPathname === undefined
    const isSame = lastFocusedPathname === pathname
    lastFocusedPathname = pathname
    if (isFirst || isSame) return
    const main = document.getElementById('main')
    // The page has set the focus itself.
    if (main === null || main.contains(document.activeElement)) return
    const heading = main.querySelector<HTMLElement>('h1')
    if (heading !== null && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
    ;(heading ?? main).focus({ preventScroll: true })
  }, [pathname])
  return null
}
