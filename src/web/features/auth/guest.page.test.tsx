import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { codeFor } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en.auth

test('a guest enters an emailed code and goes on where they came from, with an account without a password', async () => {
  const email = `driver-${crypto.randomUUID()}@example.com`
  const user = await openPage('/auth?next=%2Fhelp')
  await user.click(await screen.findByRole('link', { name: words.guest.title }))
  await screen.findByRole('heading', { level: 1, name: words.guest.title })
  // No code can be sent to a mobile number, so that the page asks for an address only.
  expect(screen.getByText(words.guest.lead)).toBeTruthy()
  // Nothing has been entered that could have been saved.
  expect(screen.getByText(words.email_login.text)).toBeTruthy()
  expect(screen.getAllByRole('textbox')).toEqual([screen.getByRole('textbox', { name: words.email })])
  await user.type(screen.getByRole('textbox', { name: words.email }), email)
  const send = screen.getByRole('button', { name: words.email_login.send })
  await user.click(send)
  expect(await screen.findAllByText('Please Accept our all Terms and Privacy!')).not.toEqual([])
  await user.click(screen.getByRole('checkbox'))
  await user.click(send)
  await user.type(await screen.findByRole('textbox', { name: words.code }), await codeFor(base, email))
  await waitFor(() => expect(window.location.pathname).toBe('/help'))
  expect(JSON.parse(localStorage.getItem('profile')!)).toMatchObject({ email })
})
