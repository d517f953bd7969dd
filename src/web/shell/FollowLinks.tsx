import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { findPage } from '#contract/pages.ts'

/**
 * Follows links to pages of Parkwell without a reload, in components and in texts: one listener for all, which costs a
 * page less than a router's link for each (bench/README.md, "Pages").
 */
export function FollowLinks() {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const address = findFollowedAddress(event)
      if (address === undefined) return
      event.preventDefault()
      // A link to the page that is shown adds no step to the history.
      const open = () => void navigate(address, { replace: address === pathname + search + hash })
      const thumbnail = findThumbnail(event.target as Element, address)
      if (thumbnail === undefined) open()
      else growThumbnail(thumbnail, open)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate, pathname, search, hash])
  return null
}

/** The picture of the card whose link leads to a car park; undefined if nothing may move, or the browser cannot. */
function findThumbnail(target: Element, address: string): HTMLElement | undefined {
  if (!('startViewTransition' in document) || findPage(address.split(/[?#]/)[0]!)?.route.key !== 'park')
    return undefined
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
  return target.closest('article, [data-card]')?.querySelector<HTMLElement>('img') ?? undefined
}

/** Longest wait for the page before it is shown without motion. */
const longestWait_ms = 350

/** Opens a car park's page so that the picture of its card grows into the one at its top. */
function growThumbnail(thumbnail: HTMLElement, open: () => void): void {
  const name = (picture: HTMLElement, value: string) => picture.style.setProperty('view-transition-name', value)
  const findHero = () => document.querySelector<HTMLElement>('[data-hero-picture]')
  const left = findHero()?.getAttribute('src')
  let hero: HTMLElement | null = null
  name(thumbnail, 'park-picture')
  const transition = document.startViewTransition(async () => {
    open()
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => {
      hero = findHero()
      if (hero !== null && hero.getAttribute('src') !== left) resolve()
    }
    const watched = new MutationObserver(look)
    watched.observe(document.body, { childList: true, subtree: true, attributeFilter: ['src'] })
    const timer = setTimeout(resolve, longestWait_ms)
    look()
    await promise
    watched.disconnect()
    clearTimeout(timer)
    name(thumbnail, '')
    if (hero !== null) name(hero, 'park-picture')
  })
  // It is skipped where a page is hidden or another one follows, which is no failure.
  const end = () => hero !== null && name(hero, '')
  transition.ready.catch(() => undefined)
  void transition.finished.then(end, end)
}

/**
 * The address of the page that a click leads to; undefined if the browser is to handle the click, which opens a tab, leads
 * to another site, to a file or within the page, or was handled by a component.
 */
function findFollowedAddress(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = (event.target as Element).closest('a')
  if (link === null || !['', '_self'].includes(link.target) || link.hasAttribute('download')) return undefined
  const address = link.getAttribute('href') ?? ''
  if (!/^\/(?!\/)/.test(address) || findPage(address.split(/[?#]/, 1)[0]!) === undefined) return undefined
  return address
}
