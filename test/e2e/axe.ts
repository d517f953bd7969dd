import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { findOverflow } from './overflow.ts'

/** Checks all WCAG 2.2 AA rules, or a single one. */
export async function findViolations(page: Page, rule?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (
    rule === undefined ? axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']) : axe.withRules(rule)
  ).analyze()
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
}

/** Checks the page as it stands: that it fits, all rules in the light theme, and contrast in the dark one. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  // A colour that is still changing would be measured half way.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(await findViolations(page), `${name}, light`).toEqual([])
  await expect.poll(() => findOverflow(page), { message: name }).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findViolations(page, 'color-contrast'), `${name}, dark`).toEqual([])
}

/** Opens each address and checks it, once it has loaded. */
export async function checkScreens(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await checkScreen(page, path)
  }
}
