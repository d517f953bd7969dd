import { createHash } from 'node:crypto'
import { closedAnnouncements } from '#contract/content/content.ts'
import * as retries from '#contract/page-retries.ts'
import { canDrawMap, findMapObstacle, isFrugal, lowScreen, searchViewKey } from '#contract/search/map-start.ts'

/**
 * Watches the start of a page in the browser, in case its code hangs or is gone (specification, sections 2 and 9): reloads
 * after a file that failed, at most twice, and otherwise shows `#start-failure`, which hydration removes. It stands in the
 * HTML, so it must not use anything outside itself but its argument.
 */
function watchStart({ retriesKey, autoRetries, retryAfter_ms }: typeof retries): void {
  let isReloading = false

  const countRetries = () => {
    try {
      return Number(sessionStorage.getItem(retriesKey) ?? 0)
    } catch {
      return 0
    }
  }
  const recordRetry = () => {
    try {
      sessionStorage.setItem(retriesKey, String(countRetries() + 1))
      return true
    } catch {
      return false
    }
  }
  const findView = () => document.getElementById('start-failure')
  const show = () => {
    const view = findView()
    if (view === null || isReloading) return
    const retries = countRetries()
    for (const part of view.querySelectorAll<HTMLElement>('[data-after-retries]'))
      part.hidden = retries < Number(part.dataset['afterRetries'])
    for (const part of view.querySelectorAll<HTMLElement>('[data-until-retries]'))
      part.hidden = retries >= Number(part.dataset['untilRetries'])
    view.hidden = false
  }
  const handleFailure = () => {
    if (findView() === null || isReloading) return
    if (navigator.onLine && countRetries() < autoRetries && recordRetry()) {
      isReloading = true
      setTimeout(() => location.reload(), retryAfter_ms)
    } else show()
  }
  // A script element that failed; events of elements don't bubble.
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && handleFailure(), { capture: true })
  // An import that failed.
  addEventListener('unhandledrejection', handleFailure)
  addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.target.closest('[data-start-retry]') === null) return
    event.preventDefault()
    recordRetry()
    location.reload()
  })

  /** A style sheet that hangs keeps the browser from painting and from running scripts. */
  const releaseStyles = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
      if (link.sheet !== null) continue
      link.media = 'print'
      link.addEventListener('load', () => (link.media = 'all'))
    }
  }
  const end = (wait_ms: number) => {
    releaseStyles()
    // The rest of the HTML is still on its way.
    if (findView() === null && document.readyState === 'loading') setTimeout(end, 500, wait_ms)
    else if (Number(findView()?.dataset['wait']) === wait_ms) show()
  }
  // The loader ends after 8 s; a page that can be read already gets its notice after 15 s. From now on, because on a slow
  // connection the HTML itself may take as long.
  for (const wait_ms of [8_000, 15_000]) setTimeout(end, wait_ms, wait_ms)
}

/** Marks the page's root before the first paint, so that a search leaves no room for a map that does not come. */
function markMap(viewKey: string, low: string): void {
  const obstacle = findMapObstacle(viewKey, low)
  if (obstacle !== undefined) document.documentElement.dataset['map'] = obstacle
}

/**
 * Marks the page's root while the device is offline from the start: a stored frame has room for the bar that says so, and
 * none for what needs the network, before the page's code has run.
 */
function markOffline(): void {
  if (navigator.onLine) return
  document.documentElement.dataset['offline'] = ''
  addEventListener('online', () => delete document.documentElement.dataset['offline'])
}

/** Closes announcements for good on this device: the server leaves out those that the cookie names. */
function closeAnnouncements(cookie: string): void {
  addEventListener('click', ({ target }) => {
    const bar = target instanceof Element && target.closest('[data-close]')?.closest<HTMLElement>('[data-announcement]')
    if (!bar) return
    const closed = document.cookie.split('; ').find((part) => part.startsWith(`${cookie}=`))
    const ids = closed === undefined ? [] : closed.slice(cookie.length + 1).split('_')
    const value = [...ids, bar.dataset['announcement']].slice(-20).join('_')
    document.cookie = `${cookie}=${value}; path=/; max-age=31536000; samesite=lax`
    bar.remove()
  })
}

/** Without the lines of comments and the indentation. */
export const startScript = [
  `(${watchStart.toString()})(${JSON.stringify(retries)})`,
  `;(() => {`,
  `;(${markOffline.toString()})()`,
  ...[canDrawMap, isFrugal, findMapObstacle, markMap].map(String),
  `markMap('${searchViewKey}', '${lowScreen}')`,
  `;(${closeAnnouncements.toString()})('${closedAnnouncements}')`,
  `})()`,
]
  .join('\n')
  .replaceAll(/^\s*(?:(?:\/\/|\/\*\*).*\n|)\s*/gm, '')

/** The source that allows it in a Content-Security-Policy. */
export const startScriptSource = `'sha256-${createHash('sha256').update(startScript).digest('base64')}'`
