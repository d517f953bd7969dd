import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { logInOwner, lookAsOthers, makeSchedulesDue, setUpAsOwner } from '#test/e2e/desk/first-day.ts'
import { startProduct } from '#test/e2e/kit/server.ts'
import { recordWalk } from './drive-shots.ts'

/** Records the first day of an owner on a wide screen and on a phone, each on a server of its own, into `owner-1440` and `owner-390`. */
export async function takeOwnerDay(browser: Browser, folder: string): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    const isPhone = width < 600
    const product = await startProduct({}, makeSchedulesDue)
    const options = {
      baseURL: product.address,
      locale: 'en-CA',
      timezoneId: 'America/Toronto',
      viewport: { width, height },
      hasTouch: isPhone,
      isMobile: isPhone,
      reducedMotion: 'reduce' as const,
    }
    try {
      const counted = await recordWalk(browser, options, join(folder, `owner-${width}`), async (page, onScreen) => {
        const day = { page, base: product.address, onScreen }
        await logInOwner(page, product.address)
        await setUpAsOwner(day)
        await lookAsOthers(day)
      })
      console.log(`| a first day as owner, ${width} px | ${counted} |`)
    } finally {
      await product.stop()
    }
  }
}
