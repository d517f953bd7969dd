import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/catalogue.ts'
import { newDriver } from '#test/e2e/drivers.ts'
import { base, openPage } from '#test/page-kit.tsx'

const words = wordsOf.en

test('asks visitors to log in', async () => {
  await openPage('/notifications')
  expect(await screen.findByRole('heading', { name: words.shell.login_prompt.title })).toBeTruthy()
})

test('says that there is nothing yet', async () => {
  const { token } = await newDriver(base, { country_code: 'CA', language: 'en' })
  await openPage('/notifications', { token })
  expect(await screen.findByText(words.account.notifications.empty)).toBeTruthy()
})
