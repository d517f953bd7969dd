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

/**
 * Opens a dialog or a menu by its button, finds the focus in it wherever Tab goes, closes it with Escape and finds the focus
 * on the button again. From menus, which arrows move in, Tab leads on.
 */
export async function expectFocusWithin(
  page: Page,
  opener: Locator,
  role: 'dialog' | 'menu' = 'dialog',
): Promise<void> {
  await pressByKey(page, opener)
  const part = page.getByRole(role)
  await expect(part).toBeVisible()
  const isWithin = () => part.evaluate((element) => element.contains(document.activeElement))
  await expect.poll(isWithin).toBe(true)
  if (role === 'menu') await page.keyboard.press('ArrowDown')
  else
    for (const key of ['Shift+Tab', ...Array.from({ length: 12 }, () => 'Tab')]) {
      await page.keyboard.press(key)
      // Guards at both ends pass the focus on.
      await expect.poll(isWithin, { message: `after ${key}` }).toBe(true)
    }
  await page.keyboard.press('Escape')
  await expect(part).toHaveCount(0)
  await expect(opener).toBeFocused()
}

/**
 * Presses Tab until everything within `part` that can be used has had the focus: of radio buttons with one name, one. What
 * takes its focus from arrow keys (tabs, options, rows) has a tab stop of its own and is not counted.
 */
export async function expectReachedByTab(page: Page, part: Locator): Promise<void> {
  // A field whose code arrives later takes the place of the one that stood in for it, and of its mark.
  await page.waitForLoadState('networkidle')
  const names = await part.evaluate((within) => {
    const usable = 'a[href], button, input, select, textarea, summary, iframe, [tabindex="0"]'
    const groups = new Set<string>()
    const found = [...within.querySelectorAll<HTMLElement>(usable)].filter((element) => {
      if (element.tabIndex < 0 || element.matches(':disabled, [data-base-ui-focus-guard]')) return false
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]') !== null) return false
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
      if (groups.has(element.name)) return false
      groups.add(element.name)
      return true
    })
    for (const old of document.querySelectorAll('[data-stop]')) old.removeAttribute('data-stop')
    const stopOf = (element: HTMLElement, at: number) => {
      const others = element instanceof HTMLInputElement && element.type === 'radio' ? `[name="${element.name}"]` : ''
      for (const each of others === '' ? [element] : within.querySelectorAll<HTMLElement>(`input${others}`))
        each.dataset['stop'] = String(at)
    }
    found.forEach(stopOf)
    if (!within.contains(document.activeElement)) {
      within.setAttribute('tabindex', '-1')
      ;(within as HTMLElement).focus()
    }
    return found.map((element) => element.getAttribute('aria-label') ?? (element.textContent || element.outerHTML))
  })
  expect(names.length).toBeGreaterThan(0)
  const left = new Set(names.keys())
  const readStop = () =>
    page.evaluate(() => Number((document.activeElement as HTMLElement | null)?.dataset['stop'] ?? -1))
  left.delete(await readStop())
  // Twice around a dialog, whose focus stays within.
  for (let press = 0; press < 2 * names.length + 20 && left.size > 0; press += 1) {
    await page.keyboard.press('Tab')
    left.delete(await readStop())
  }
  expect([...left].map((at) => names[at]!.slice(0, 120))).toEqual([])
}
