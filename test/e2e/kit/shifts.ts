import type { Page } from '@playwright/test'

/** Counts what moves by itself in every page that is opened from now on: layout shifts without input, as browsers do for CLS. */
export const countShifts = (page: Page): Promise<void> =>
  page
    .addInitScript(() => {
      const seen = { shift: 0 }
      Object.assign(globalThis, { shifts: seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!entry.hadRecentInput) seen.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    .then(() => undefined)

/**
 * Opens a page and returns how much of it moved until all of it was there. A page whose style sheet came too late for its
 * first paint, as on a busy machine, is opened again.
 */
export async function readShift(page: Page, path: string): Promise<number> {
  await page.goto(path)
  await waitUntilStill(page)
  // `start-script.ts` gives this up to show the text at last.
  if ((await page.locator('link[rel=stylesheet][media]').count()) > 0) return readShift(page, path)
  return page.evaluate(() => (globalThis as unknown as { shifts: { shift: number } }).shifts.shift)
}

const waitUntilStill = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.querySelector('main :is([aria-busy=true], [role=progressbar])') === null)
  await page.evaluate(() => document.fonts.ready)
  // The observer is told once the browser has painted.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve))))
}
