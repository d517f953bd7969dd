import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { findPage } from '#contract/pages.ts'
import type { growThumbnail } from './growThumbnail.ts'

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
      if (thumbnail === undefined || grow === undefined) open()
      else grow(thumbnail, open)
    }
    document.addEventListener('click', follow)
    document.addEventListener('pointerdown', loadMotion, { once: true })
    return () => document.removeEventListener('click', follow)
  }, [navigate, pathname, search, hash])
  return null
}

let grow: typeof growThumbnail | undefined

/** Loads with the first press of a finger or a button, because few pages need it; a click never waits for it. */
function loadMotion(): void {
  import('./growThumbnail.ts').then(
    (loaded) => (grow = loaded.growThumbnail),
    () => undefined,
  )
}

/** The picture of the card whose link leads to a car park; undefined if nothing may move, or the browser cannot. */
function findThumbnail(target: Element, address: string): HTMLElement | undefined {
  if (!('startViewTransition' in document) || findPage(address.split(/[?#]/)[0]!)?.route.key !== 'park')
    return undefined
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
  return target.closest('article, [data-card]')?.querySelector<HTMLElement>('img') ?? undefined
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
