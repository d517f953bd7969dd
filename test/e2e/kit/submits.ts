import type { Page } from '@playwright/test'

/**
 * Lists the forms of a page that nobody could submit: a visible form needs a visible button that submits it, or a button
 * elsewhere that names it (`form`, `aria-controls`). Forms that apply at once say so (`data-applies`).
 */
export const findLostSubmits = (page: Page): Promise<string[]> => page.evaluate(collectLostSubmits)

/** Runs in the page. */
function collectLostSubmits(): string[] {
  const isVisible = (element: HTMLElement) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1
  return [...document.forms]
    .filter((form) => isVisible(form) && form.dataset['applies'] === undefined)
    .filter((form) =>
      [...form.elements].some(
        (field) => !(field instanceof HTMLButtonElement) && field instanceof HTMLElement && isVisible(field),
      ),
    )
    .filter((form) => {
      const named = [...document.querySelectorAll<HTMLButtonElement>('button[aria-controls]')].filter((button) => {
        const part = document.getElementById(button.getAttribute('aria-controls')!)
        return part?.contains(form) === true
      })
      const own = [...form.elements].filter(
        (element): element is HTMLButtonElement => element instanceof HTMLButtonElement && element.type === 'submit',
      )
      return ![...own, ...named].some(isVisible)
    })
    .map((form) => form.outerHTML.slice(0, 200))
}
