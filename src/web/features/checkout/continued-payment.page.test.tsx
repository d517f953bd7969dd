import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { bookingsOf, codeFor, buildDriver } from '#test/e2e/kit/drivers.ts'
import { checkoutOf, findPark, findPay, findPlate } from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en

// Stripe's script cannot be loaded, so its own page is used.
beforeEach(() => {
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    ;(script as HTMLScriptElement).dispatchEvent(new Event('error'))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Logs in at a checkout with an emailed code. */
async function logIn({
  plate,
  email = `driver-${crypto.randomUUID()}@example.com`,
}: {
  plate: string
  email?: string
}) {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const user = await openPage(checkoutOf(await findPark()))
  if (plate !== '') await user.type(await findPlate(), plate)
  await user.type(await screen.findByRole('textbox', { name: words.auth.email }), email)
  await user.click(screen.getByRole('checkbox', { name: /terms of use/ }))
  await user.click(screen.getByRole('button', { name: words.auth.email_login.lead }))
  await user.type(await screen.findByRole('textbox', { name: words.auth.code }), await codeFor(base, email))
  return assign
}

test('leads from the code to the provider without another press', async () => {
  const assign = await logIn({ plate: 'BKTR 482' })
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  expect(String(assign.mock.calls[0]![0])).toContain('/stripe/')
})

test('stays at the checkout while the plate is missing', async () => {
  const assign = await logIn({ plate: '' })
  await findPay()
  expect((await findPlate()).value).toBe('')
  expect(assign).not.toHaveBeenCalled()
})

test('charges no wallet without another press', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const assign = await logIn({ plate: 'BKTR 482', email: driver.email })
  await findPay()
  expect(assign).not.toHaveBeenCalled()
  expect(await bookingsOf(base, driver)).toBe(0)
})

test('focuses the empty field before it sends a code', async () => {
  const user = await openPage(checkoutOf(await findPark()))
  const field = await screen.findByRole('textbox', { name: words.auth.email })
  await user.click(screen.getByRole('button', { name: words.auth.email_login.lead }))
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.queryByRole('alert')).toBeNull()
})
