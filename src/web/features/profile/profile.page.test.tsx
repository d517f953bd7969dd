import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pattern, wordsOf } from '#test/e2e/catalogue.ts'
import { newDriver, send } from '#test/e2e/drivers.ts'
import { base, openPage } from '#test/page-kit.tsx'

const words = wordsOf.en.profile

test('warns before the country is changed and saves the mail settings', async () => {
  const driver = await newDriver(base, { country_code: 'CA', language: 'en' })
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
  expect(await send(base, 'GET', '/api/v1/users/mails', driver)).toEqual({ reminders: false })
})
