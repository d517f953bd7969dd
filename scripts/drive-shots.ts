import { mkdirSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { driveAsNewUser, driveAsReturningUser, drives, localeOfDrive } from '#test/e2e/kit/drives.ts'
import { countPresses } from '#test/e2e/kit/presses.ts'

const visitors = { new: driveAsNewUser, returning: driveAsReturningUser }

/** Records the way from the home page to the pass as pictures, whose names tell how many presses led there. */
export async function takeDriveScreenshots(browser: Browser, base: string): Promise<void> {
  for (const drive of drives)
    for (const [visitor, walk] of Object.entries(visitors)) {
      const folder = `shots/drives/${drive.country}-${drive.language}-${visitor}`
      mkdirSync(folder, { recursive: true })
      const context = await browser.newContext({
        baseURL: base,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        reducedMotion: 'reduce',
        locale: localeOfDrive(drive),
        timezoneId: drive.timezoneId,
      })
      const page = await context.newPage()
      const presses = await countPresses(page)
      let shown = 0
      await walk(page, base, drive, async (name) => {
        await page.waitForLoadState('networkidle').catch(() => undefined)
        shown += 1
        await page.screenshot({ path: `${folder}/${shown}-${name}-after-${presses.length}.png` })
      })
      console.log(`${folder}: ${presses.length} presses: ${presses.join(' · ')}`)
      await context.close()
    }
}
