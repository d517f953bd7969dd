import type { Page } from '@playwright/test'

/**
 * What does not fit the page's width: the page itself where it scrolls sideways, and every piece of text or control that
 * reaches over an edge or is clipped. What scrolls by itself, or says by an ellipsis that there is more, is no such thing.
 */
export const whatIsCut = (page: Page): Promise<string[]> => page.evaluate(look)

/** In the page. */
function look(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide on ${clientWidth}`] : []
  const tell = (element: Element, what: string) => {
    const { left, right } = element.getBoundingClientRect()
    found.push(`${what} ${Math.round(left)} to ${Math.round(right)}: ${element.outerHTML.slice(0, 160)}`)
  }
  const scrolls = (element: Element) => {
    for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
      const { overflowX, position } = getComputedStyle(outer)
      if (overflowX === 'auto' || overflowX === 'scroll') return true
      if (position === 'fixed') return false
    }
    return false
  }
  const pieces = 'h1, h2, h3, h4, p, li, dt, dd, th, td, label, a, button, input, select, textarea, summary'
  for (const element of document.querySelectorAll<HTMLElement>(pieces)) {
    // Not for people's eyes (a trap for robots, a picture's own parts), or on a map, which goes on beyond its frame.
    if (element.closest('[aria-hidden=true], .maplibregl-map') !== null) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const { left, right, width, height } = element.getBoundingClientRect()
    // For screen readers alone.
    if (width <= 1 || height <= 1) continue
    if ((right > clientWidth + 1 || left < -1) && !scrolls(element)) tell(element, 'over the edge')
    const { overflowX, textOverflow } = getComputedStyle(element)
    // What is typed may be longer than its field.
    const clips = (overflowX === 'hidden' || overflowX === 'clip') && !(element instanceof HTMLInputElement)
    if (clips && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1) tell(element, 'clipped')
  }
  return found
}
