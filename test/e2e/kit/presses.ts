import type { Page } from '@playwright/test'

/** A press as the page saw it: the name of its control. */
export type Press = string

/**
 * Names each text field into which something is typed on the pages that `page` shows from now on, except those of a
 * payment provider's form.
 */
export async function countFields(page: Page): Promise<Set<string>> {
  const fields = new Set<string>()
  await page.exposeFunction('noteField', (name: string) => fields.add(name))
  await page.addInitScript(() => {
    const textField = 'textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])'
    window.addEventListener(
      'input',
      ({ target }) => {
        const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
        if (!isField || !target.matches(textField)) return
        const name = target.name || target.labels?.[0]?.textContent || target.getAttribute('aria-label') || ''
        if (!name.startsWith('stand-in-')) (window as unknown as { noteField(name: string): void }).noteField(name)
      },
      { capture: true },
    )
  })
  return fields
}

/**
 * Counts presses on the controls of every page that `page` shows from now on: taps, and keys that activate a control or
 * submit a field. Typing, and tapping into a text field to type, are none.
 */
export async function countPresses(page: Page): Promise<Press[]> {
  const presses: Press[] = []
  await page.exposeFunction('notePress', (name: Press) => presses.push(name))
  await page.addInitScript(() => {
    const textField = 'textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])'
    const control = `a, button, select, summary, label, input, ${[
      'option',
      'button',
      'link',
      'checkbox',
      'radio',
      'slider',
      'tab',
    ]
      .map((role) => `[role=${role}]`)
      .join()}, ${textField}`
    const recordPress = (pressed: Element) => {
      const name = pressed.getAttribute('aria-label') ?? (pressed.textContent || pressed.getAttribute('name') || '')
      ;(window as unknown as { notePress(name: string): void }).notePress(name.replaceAll(/\s+/g, ' ').trim())
    }
    window.addEventListener(
      'pointerup',
      (event) => {
        const pressed = event.isTrusted && event.target instanceof Element && event.target.closest(control)
        if (pressed && !pressed.matches(textField)) recordPress(pressed)
      },
      { capture: true },
    )
    window.addEventListener(
      'keydown',
      ({ isTrusted, key, repeat, target }) => {
        const pressed = isTrusted && !repeat && target instanceof Element && target.closest(control)
        if (pressed && (key === 'Enter' || (key === ' ' && !pressed.matches(textField)))) recordPress(pressed)
      },
      { capture: true },
    )
  })
  return presses
}
