import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getMailPreferences } from '#contract/accounts/account.ts'
import { createVehicle } from '#contract/vehicles/vehicles.ts'
import { mailDueReminders } from '#server/features/vehicles/reminders.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { mailsTo } from '#test/kits/mailbox.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { startPageWorld } from '#test/kits/pages/page-world.ts'

const words = wordsOf.en.profile

test('warns before the country is changed and saves the mail settings', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const user = await openPage('/profile', driver)
  const country = await screen.findByRole('combobox', { name: words.country })
  await user.selectOptions(country, 'SN')
  const warning = await screen.findByText(/You’re switching to Senegal/)
  expect(warning.closest('[role=status]')?.textContent).toContain('West African CFA')
  await user.selectOptions(country, 'CA')
  await waitFor(() => expect(screen.queryByText(/You’re switching to Senegal/)).toBeNull())

  const reminders = await screen.findByRole<HTMLInputElement>('checkbox', { name: pattern(words.reminders) })
  expect(reminders.checked).toBe(true)
  reminders.focus()
  await user.keyboard(' ')
  expect(await screen.findByText(words.mails_saved)).toBeTruthy()
  expect(reminders.checked).toBe(false)
  expect(await send(base, 'GET', '/api/v1/users/mails', driver)).toEqual({
    reminders: false,

    low_stock: true,
  })
})

test('unsubscribes from reminders without a login, resubscribes, and rejects an incomplete link', async () => {
  const world = await startPageWorld()
  // After eight in the morning in Toronto.
  world.clock.now = new Date('2026-03-10T17:00:00Z')
  const driver = await world.buildDriver()
  const papers = [{ kind: 'insurance', expires_on: '2026-04-09' }]
  await world.call(createVehicle, { token: driver.token, body: { plate: 'BKTR 482', papers } })
  expect(await mailDueReminders(world.deps)).toBe(1)
  const [mail] = await mailsTo(world, driver.email)
  expect(mail!.subject).toBe('BKTR 482: Insurance expires in 30 days')
  const link = new URL(/http\S+\/unsubscribe\/\w+/.exec(mail!.text)![0]).pathname
  const getMailSettings = async () => (await world.call(getMailPreferences, { token: driver.token })).body

  const user = await openPage(link)
  expect(await screen.findByRole('heading', { name: words.unsubscribe.done })).toBeTruthy()
  expect(await getMailSettings()).toEqual({ reminders: false, low_stock: true })
  await user.click(screen.getByRole('button', { name: words.unsubscribe.resubscribe }))
  expect(await screen.findByRole('heading', { name: words.unsubscribe.resubscribed })).toBeTruthy()
  expect(await getMailSettings()).toEqual({ reminders: true, low_stock: true })
  await openPage(link.slice(0, -3))
  expect(await screen.findByRole('heading', { name: words.unsubscribe.unknown })).toBeTruthy()
  expect(await getMailSettings()).toEqual({ reminders: true, low_stock: true })
})
