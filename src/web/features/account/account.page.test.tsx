import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en

const logIn = async (identifier: string, password: string): Promise<string> => {
  const body = { identifier, password }
  return (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
}
const readProfile = (token: string) => send(base, 'GET', '/api/v1/users/profile', { token })
const findLogOutButtons = () => screen.findAllByRole('button', { name: /^Log out: / })

test('logs out one device, then changes the password, which logs out the others', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const others = [await logIn(driver.email, driver.password), await logIn(driver.email, driver.password)]
  const user = await openPage('/profile', driver)
  const buttons = await findLogOutButtons()
  expect(buttons).toHaveLength(3)
  expect(within(buttons[0]!.closest('li')!).getByText(words.account.devices.this)).toBeTruthy()
  await user.click(buttons[1]!)
  await waitFor(async () => expect(await findLogOutButtons()).toHaveLength(2))

  await user.click(await screen.findByRole('button', { name: words.account.password.change }))
  const current = await screen.findByLabelText(words.account.password.current)
  await waitFor(() => expect(document.activeElement).toBe(current))
  await user.type(current, 'not-the-Password-1')
  await user.type(screen.getByLabelText(words.auth.new_password), 'another long drive home')
  await user.click(screen.getByRole('button', { name: words.account.password.submit }))
  expect(await screen.findAllByText(words.errors.fields.password_wrong)).not.toEqual([])
  await user.clear(current)
  await user.type(current, driver.password)
  await user.click(screen.getByRole('button', { name: words.account.password.submit }))
  expect(await screen.findByText(words.account.password.changed)).toBeTruthy()
  const change = await screen.findByRole('button', { name: words.account.password.change })
  await waitFor(() => expect(document.activeElement).toBe(change))
  await waitFor(async () => expect(await findLogOutButtons()).toHaveLength(1))
  for (const token of [driver.token, ...others]) await expect(readProfile(token)).rejects.toThrow('401')
  const renewed = localStorage.getItem('parkwell_user_token')!
  expect(await readProfile(renewed)).toMatchObject({ email: driver.email })
})

test('shows the remaining balance before the account is erased, and requires consent to lose it', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 20 })
  const user = await openPage('/profile', driver)
  const leave = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
  await user.click(await screen.findByRole('button', { name: words.account.privacy.erase }))
  const dialog = within(await screen.findByRole('dialog', { name: words.account.erase.title }))
  expect((await dialog.findByText(pattern(words.account.erase.balance))).textContent).toContain('$20.00')
  await user.type(dialog.getByLabelText(words.auth.password), driver.password)
  await user.click(dialog.getByRole('button', { name: words.account.erase.confirm }))
  expect(await dialog.findByText(words.account.erase.balance_remaining)).toBeTruthy()
  expect(await readProfile(driver.token)).toMatchObject({ email: driver.email })
  await user.click(dialog.getByRole('checkbox'))
  await user.click(dialog.getByRole('button', { name: words.account.erase.confirm }))
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/'))
  expect(localStorage.getItem('parkwell_user_token')).toBeNull()
  await expect(logIn(driver.email, driver.password)).rejects.toThrow('401')
})
