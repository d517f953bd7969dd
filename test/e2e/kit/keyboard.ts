import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Moves the focus by Tab, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // What is disabled while other rows are loading takes no focus.
  await expect(target).toBeEnabled()
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let press = 0; press < 150 && !(await isFocused()); press += 1) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

/** Moves the focus to a button by Tab and presses it, once it takes a press. */
export async function pressByKey(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await expect(target).not.toHaveAttribute('aria-disabled')
  await page.keyboard.press('Enter')
}
