import type { Page } from '@playwright/test'

/**
 * Lists what does not fit the viewport's width: the page if it scrolls sideways, and each text or control that crosses an
 * edge or is clipped. Scrollable areas and text with an ellipsis are exempt.
 */
export const findOverflow = (page: Page): Promise<string[]> => page.evaluate(collectOverflow)

/** Runs in the page. */
function collectOverflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const problems = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide on ${clientWidth}`] : []
  const report = (element: Element, problem: string) => {
    const { left, right } = element.getBoundingClientRect()
    problems.push(`${problem} ${Math.round(left)} to ${Math.round(right)}: ${element.outerHTML.slice(0, 160)}`)
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
    // Hidden content (honeypot fields, parts of pictures, headings of cards) and maps, which continue beyond their frame.
    if (element.closest('[aria-hidden=true], .sr-only, .maplibregl-map') !== null) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const { left, right, width, height } = element.getBoundingClientRect()
    // Visually hidden, for screen readers.
    if (width <= 1 || height <= 1) continue
    if ((right > clientWidth + 1 || left < -1) && !scrolls(element)) report(element, 'over the edge')
    const { overflowX, textOverflow } = getComputedStyle(element)
    // Input values may be longer than their field.
    const clips = (overflowX === 'hidden' || overflowX === 'clip') && !(element instanceof HTMLInputElement)
    if (clips && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
      report(element, 'clipped')
  }
  return problems
}
