import { expect, type Page } from '@playwright/test'

/**
 * Goes to addresses within the app, which takes a fraction of a page load; each call ends once the page is shown and no
 * code or data is being loaded.
 */
export function navigateWithin(page: Page): (to: string) => Promise<void> {
  // API calls and code only; map tiles may still be loading, and a worker that is stopped while its file is being loaded
  // never reports the end of that.
  const pending = new Map<unknown, string>()
  page.on('request', (request) => {
    if (/\/api\/|(?<!-worker-[\w-]+)\.js$/.test(request.url())) pending.set(request, request.url())
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return async (to) => {
    pending.clear()
    await page.evaluate((address) => {
      history.pushState(null, '', address)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, to)
    await expect
      .poll(async () => ({ shown: pending.size === 0 && (await isShown(page)), pending: [...pending.values()] }), {
        intervals: [50],
        message: to,
      })
      .toEqual({ shown: true, pending: [] })
  }
}

/** Whether the page has its heading and nothing is loading, once the app has done all work that is waiting. */
const isShown = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 1_000 })))
    return (
      [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility()).length === 1 &&
      document.querySelector('[aria-busy=true]') === null
    )
  })
