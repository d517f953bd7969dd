import type { Page } from '@playwright/test'
import { expect, testInTurn } from './kit/fixtures.ts'
import { navigateWithin } from './kit/navigation.ts'

/** Forms for visitors, long and short, on pages and in steps. What each says is tested without a browser. */
const addresses = [
  '/auth',
  '/register',
  '/verify?email=ada%40example.com',
  '/forgot-password',
  '/private-event-access',
  '/help',
  '/book-demo',
  '/careers',
  '/vehicle-docs-renewal',
]

testInTurn(2, 3)(
  'after an empty submit, the first wrong field is in view, and the button one scroll away @phone',
  async ({ page }) => {
    await page.goto('/terms')
    const navigate = navigateWithin(page)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      for (const address of addresses) {
        await navigate(address)
        const found = await submitEmpty(page)
        expect(found, `${address} at ${width} px`).toEqual({
          isShown: true,
          isFocused: true,
          isMarked: true,
          scrolls: 1,
        })
      }
    }
  },
)

/** Submits the form with most fields, and measures where its first wrong field and its button are then. */
const submitEmpty = (page: Page) =>
  page.evaluate(async () => {
    const buttonOf = (form: HTMLFormElement) => form.querySelector<HTMLButtonElement>('button[type=submit]')
    const [form] = [...document.forms]
      .filter(
        (candidate) => candidate.getAttribute('role') !== 'search' && buttonOf(candidate)?.checkVisibility() === true,
      )
      .toSorted((a, b) => b.elements.length - a.elements.length)
    buttonOf(form!)!.click()
    const deadline = performance.now() + 10_000
    const findError = () => form!.querySelector<HTMLElement>('[data-field-error]')
    while (findError() === null && performance.now() < deadline)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    const error = findError()!
    const control = document.querySelector<HTMLElement>(`[aria-describedby~="${error.id}"]`) ?? error.parentElement!
    // The field is brought into view after the form has been checked.
    while (!control.contains(document.activeElement) && performance.now() < deadline)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    const isWithin = ({ top, bottom }: DOMRect, reach: number) =>
      bottom > -innerHeight * reach && top < innerHeight * (1 + reach)
    // Of a group of choices that is taller than the screen, the first one.
    const at = document.activeElement!.getBoundingClientRect()
    return {
      isShown: at.top >= 0 && at.bottom <= innerHeight,
      isFocused: control.contains(document.activeElement),
      isMarked:
        control.getAttribute('aria-invalid') === 'true' || control.querySelector('[aria-invalid=true]') !== null,
      scrolls: [0, 1].findIndex((reach) => isWithin(buttonOf(form!)!.getBoundingClientRect(), reach)) === -1 ? 2 : 1,
    }
  })
