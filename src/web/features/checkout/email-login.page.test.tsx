import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { codeFor, buildDriver, send } from '#test/e2e/kit/drivers.ts'
import {
  arriveAtBooking,
  checkoutOf,
  findPark,
  findPay,
  findPlate,
  loseNetwork,
  reload,
} from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

const words = wordsOf.en
const newEmail = () => `driver-${crypto.randomUUID()}@example.com`
const findAddress = () => screen.findByRole<HTMLInputElement>('textbox', { name: words.auth.email })
const findCode = () => screen.findByRole<HTMLInputElement>('textbox', { name: words.auth.code })
const sendButton = () => screen.getByRole('button', { name: words.auth.email_login.send })
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

afterEach(() => vi.restoreAllMocks())

/** Opens a checkout with the plate entered, up to the step of the code. */
async function openCodeStep(email: string) {
  const user = await openPage(checkoutOf(await findPark()))
  await user.type(await findPlate(), 'BKTR 482')
  await user.type(await findAddress(), email)
  await user.click(screen.getByRole('checkbox', { name: /terms of use/ }))
  await user.click(sendButton())
  await waitFor(async () => expect(document.activeElement).toBe(await findCode()))
  return user
}

test('opens an account with an emailed code, keeps what was typed over a reload, and goes on to the payment', async () => {
  const email = newEmail()
  let user = await openPage(checkoutOf(await findPark()))
  await user.type(await findPlate(), 'BKTR 482')
  await user.type(await findAddress(), email)
  await user.click(screen.getByRole('checkbox', { name: /terms of use/ }))
  user = await reload()
  expect((await findAddress()).value).toBe(email)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /terms of use/ }).checked).toBe(true)
  await user.dblClick(sendButton())
  await findCode()
  user = await reload()
  await user.type(await findCode(), await codeFor(base, email))
  expect(await screen.findByText(words.auth.email_login.logged_in.replace('{{email}}', email))).toBeTruthy()
  await findPay()
  expect((await findPlate()).value).toBe('BKTR 482')
  expect(localStorage.getItem('parkwell_user_token')).not.toBeNull()
  const profile = JSON.parse(localStorage.getItem('profile')!) as { email: string; country_id: string }
  expect(profile).toMatchObject({ email, country_id: 'CA' })
  expect(JSON.stringify(sessionStorage)).not.toContain(email)
  // Otherwise the page would leave for the provider in the middle of the next test.
  await waitFor(() => expect(location.pathname).toMatch(/^\/stripe\/pay\//))
})

test.runIf(isInTurn('logs a driver with', 3))(
  'logs a driver with a password in, who then pays from the wallet',
  async () => {
    const { email } = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
    const user = await openCodeStep(email)
    await user.type(await findCode(), await codeFor(base, email))
    await user.click(await findPay())
    await arriveAtBooking()
  },
)

test('asks for the address and the terms, and stays usable without a network', async () => {
  const email = newEmail()
  const user = await openPage(checkoutOf(await findPark()))
  await findAddress()
  await user.click(sendButton())
  expect(await screen.findByText(words.errors.fields.required)).toBeTruthy()
  expect((await screen.findAllByText(words.errors.fields.accept_terms)).length).toBeGreaterThan(0)
  await user.type(await findAddress(), email)
  await user.click(screen.getByRole('checkbox', { name: /terms of use/ }))
  const lost = loseNetwork()
  await user.click(sendButton())
  expect(await screen.findByText(words.common.network_error)).toBeTruthy()
  lost.mockRestore()
  await user.click(sendButton())
  expect(await findCode()).toBeTruthy()
})

test('refuses a wrong code, changes the address, and waits before another code', async () => {
  const email = newEmail()
  const user = await openCodeStep(`other-${email}`)
  await user.click(screen.getByRole('button', { name: words.auth.verify.other_address }))
  await waitFor(async () => expect(document.activeElement).toBe(await findAddress()))
  await user.clear(await findAddress())
  await user.type(await findAddress(), email)
  await user.click(sendButton())
  await findCode()
  expect(screen.getAllByRole('button', { name: words.auth.login.verify })).toHaveLength(1)
  const resend = screen.getByRole('button', { name: words.auth.verify.resend_later })
  expect(resend.getAttribute('aria-disabled')).toBe('true')
  const code = await codeFor(base, email)
  await user.type(await findCode(), wrong(code))
  expect((await screen.findAllByText(words.errors.invalid_code)).length).toBeGreaterThan(0)
  await user.clear(await findCode())
  await user.type(await findCode(), code)
  await findPay()
})

test('says that a used code has expired', async () => {
  const email = newEmail()
  const user = await openCodeStep(email)
  const code = await codeFor(base, email)
  await send(base, 'POST', '/api/v1/auth/guest/verify', { body: { email, code } })
  await user.type(await findCode(), code)
  expect((await screen.findAllByText(words.errors.code_expired)).length).toBeGreaterThan(0)
})

test.runIf(isInTurn('goes on to the payment when another', 3))(
  'goes on to the payment when another tab has logged in',
  async () => {
    const { token } = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
    await openCodeStep(newEmail())
    await act(async () => {
      localStorage.setItem('parkwell_user_token', token)
      window.dispatchEvent(new StorageEvent('storage', { key: 'parkwell_user_token' }))
    })
    await findPay()
    expect((await findPlate()).value).toBe('BKTR 482')
  },
)
