import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { inTurn, takeTurns } from '#test/kits/rounds.ts'
import { navigateWithin } from './navigation.ts'
import { findOverflow } from './overflow.ts'
import { findRawTexts } from './rawTexts.ts'

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface Axe {
  run(within: Document | string, options: RunOptions): Promise<AxeResults>
}

/** Checks all WCAG 2.2 AA rules, all but one, or a single one, in the page or in a part of it. */
export async function findViolations(
  page: Page,
  { rule, except, within }: { rule?: string; except?: string; within?: string } = {},
): Promise<string[]> {
  // Once for each document: this takes longer than a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script)
  const options: RunOptions = {
    runOnly: rule === undefined ? { type: 'tag', values: rules } : { type: 'rule', values: [rule] },
    rules: except === undefined ? {} : { [except]: { enabled: false } },
    resultTypes: ['violations'],
    // Frames are pages of others, or texts that run no scripts.
    iframes: false,
    // Only rules that need every style sheet, of which none is checked.
    preload: false,
  }
  return await page.evaluate(
    async ([part, chosen]) => {
      // A colour that is still changing would be measured half way. Nothing changes slowly with less motion, and the page
      // draws no frame meanwhile.
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const isChanging = ({ playState, effect }: Animation) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
      while (document.getAnimations().some(isChanging)) await frame()
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run(part ?? document, chosen)
      // What a bar at the edge of the screen half covers is large enough once it is scrolled to.
      const isTooSmall = async ([selector]: unknown[]) => {
        const before = scrollY
        document.querySelector(String(selector))?.scrollIntoView({ block: 'center' })
        const { violations } = await axe.run(String(selector), {
          ...chosen,
          runOnly: { type: 'rule', values: ['target-size'] },
        })
        scrollTo(scrollX, before)
        return violations.length > 0
      }
      const found: string[] = []
      for (const { id, nodes } of violations)
        for (const { html, failureSummary, target } of nodes)
          if (id !== 'target-size' || (await isTooSmall(target))) {
            found.push(`${id} ${html} ${failureSummary}`)
            break
          }
      return found
    },
    [within, options] as const,
  )
}

/**
 * Checks the page as it stands: that it fits, all rules in the light theme, and contrast in the dark one. Begins with the
 * theme that the page has, because each change of it computes every style again.
 */
export async function expectAccessibleScreen(page: Page, name: string): Promise<void> {
  const expectDarkContrast = async () => {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await findViolations(page, { rule: 'color-contrast' }), `${name}, dark`).toEqual([])
  }
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  if (isDark) await expectDarkContrast()
  await expectAccessibleInLight(page, name)
  if (!isDark) await expectDarkContrast()
}

/** The same without the dark theme. */
export async function expectAccessibleInLight(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(await findViolations(page), `${name}, light`).toEqual([])
  await expect.poll(() => findOverflow(page), { message: name }).toEqual([])
}

/**
 * Returns a check for each screen of many: that it fits, has words alone, and all rules. Contrast, which takes longer than the others, is
 * measured on one screen in three, in one theme, and on others each time; with `TEST_ROUNDS=8` on all, in both themes.
 */
export function expectAccessibleInTurn(): typeof expectAccessibleScreen {
  const isTurn = takeTurns(3)
  const findThemes = inTurn(['light', 'dark'] as const, 1)
  return async (page, name) => {
    const themes = isTurn() ? findThemes() : []
    if (themes.length === 0) expect(await findViolations(page, { except: 'color-contrast' }), name).toEqual([])
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const chosen = colorScheme === themes[0] ? {} : { rule: 'color-contrast' }
      expect(await findViolations(page, chosen), `${name}, ${colorScheme}`).toEqual([])
    }
    await expect.poll(() => findOverflow(page), { message: name }).toEqual([])
    expect(await findRawTexts(page), `texts of ${name}`).toEqual([])
  }
}

/** Opens the first address, goes on to the others within the app, and checks each once it has loaded. */
export async function expectAccessibleScreens(
  page: Page,
  paths: string[],
  check = expectAccessibleInTurn(),
): Promise<void> {
  const [first, ...others] = paths
  await page.goto(first!)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await check(page, first!)
  const navigate = navigateWithin(page)
  for (const path of others) {
    await navigate(path)
    await check(page, path)
  }
}

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

/**
 * The same on a phone, and that the page fits a large screen: its rules and colours are the phone's. Begins with the large
 * screen if the page has it, and ends with the other one, because each change lays the page out again.
 */
export async function expectAccessibleAtBothWidths(
  page: Page,
  name: string,
  check = expectAccessibleScreen,
): Promise<void> {
  const checks = [
    { size: phone, run: () => check(page, name) },
    {
      size: desktop,
      run: () => expect.poll(() => findOverflow(page), { message: `${name} at ${desktop.width} px` }).toEqual([]),
    },
  ]
  if (page.viewportSize()?.width === desktop.width) checks.reverse()
  for (const { size, run } of checks) {
    await page.setViewportSize(size)
    await run()
  }
}
