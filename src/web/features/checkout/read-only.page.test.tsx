import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildCanadian, findPark, findPay, openCheckout } from '#test/kits/pages/booking-page-kit.ts'
import { followReadOnly } from '#web/api/readOnly.ts'

const { read_only } = wordsOf.en.shell

/** An answer of the server, later than those that the page gets meanwhile. */
const answer = (date: string, mode?: string) =>
  act(() => followReadOnly(new Headers({ date, ...(mode !== undefined && { 'read-only': mode }) })))

test('says before the press that nothing can be paid, and follows the answers of the server', async () => {
  await openCheckout(await findPark(), await buildCanadian(200))
  const pay = await findPay()
  const [first, second, third] = [1, 2, 3].map((year) => new Date(Date.now() + year * 365 * 86_400_000).toUTCString())
  answer(second!, 'on')
  const bar = await screen.findByRole('complementary', { name: read_only.label })
  expect(bar.textContent).toBe(read_only.open)
  expect(pay.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(read_only.pay)).toBeTruthy()
  // An older answer, which the browser has kept.
  answer(first!)
  expect(pay.getAttribute('aria-disabled')).toBe('true')
  answer(third!)
  await waitFor(() => expect(screen.queryByRole('complementary', { name: read_only.label })).toBeNull())
  expect(pay.getAttribute('aria-disabled')).toBeNull()
})
