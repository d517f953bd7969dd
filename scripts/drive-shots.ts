import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { driveAsNewUser, driveAsReturningUser, drives, localeOfDrive } from '#test/e2e/kit/drives.ts'
import { countFields, countPresses } from '#test/e2e/kit/presses.ts'

const visitors = { new: driveAsNewUser, returning: driveAsReturningUser }

/**
 * Records the way from the home page to the pass as pictures, whose names tell how many presses led there. Prints the table
 * of `docs/pages.md`: seconds are those of the pages, without what taking the pictures takes.
 */
export async function takeDriveScreenshots(browser: Browser, base: string, to: string): Promise<void> {
  const rows: string[] = []
  for (const drive of drives)
    for (const [visitor, takeShots] of Object.entries(visitors)) {
      const folder = join(to, 'drives', `${drive.country}-${drive.language}-${visitor}`)
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
      const [presses, fields] = [await countPresses(page), await countFields(page)]
      let shown = 0
      let pictures_ms = 0
      const start_ms = performance.now()
      await takeShots(page, base, drive, async (name) => {
        const paused_ms = performance.now()
        await page.waitForLoadState('networkidle').catch(() => undefined)
        shown += 1
        await page.screenshot({ path: `${folder}/${shown}-${name}-after-${presses.length}.png` })
        pictures_ms += performance.now() - paused_ms
      })
      const seconds = (performance.now() - start_ms - pictures_ms) / 1_000
      rows.push(
        `| ${drive.country} ${drive.language} | ${visitor} | ${presses.length} | ${fields.size} | ${seconds.toFixed(1)} |`,
      )
      console.log(`${folder}: ${presses.length} presses: ${presses.join(' · ')}`)
      await context.close()
    }
  console.log(
    ['| drive | visitor | presses | fields | seconds |', '| --- | --- | --- | --- | --- |', ...rows].join('\n'),
  )
}
