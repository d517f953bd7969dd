import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { codeFor, buildDriver } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en

async function logIn(user: UserEvent, email: string, password: string): Promise<void> {
  const main = within(screen.getByRole('main'))
  const field = await main.findByRole('textbox', { name: words.auth.email })
  await user.clear(field)
  await user.type(field, email)
  await user.type(main.getByLabelText(words.auth.password), password)
  await user.click(main.getByRole('button', { name: words.auth.login.submit }))
}

test('resets a forgotten password by keyboard', async () => {
  const { email } = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const user = await openPage('/auth')
  const main = within(screen.getByRole('main'))
  main.getByRole('link', { name: words.auth.login.forgot }).focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: words.auth.forgot.title })
  // Focuses it, and removes what an earlier test of this worker typed.
  await user.clear(main.getByRole('textbox', { name: words.auth.email }))
  await user.keyboard(`${email}{Enter}`)
  const code = await main.findByRole('textbox', { name: words.auth.code })
  code.focus()
  await user.keyboard(await codeFor(base, email))
  await user.tab()
  await user.keyboard('another long drive home{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/auth'))
  await logIn(user, email, 'another long drive home')
  await waitFor(() => expect(window.location.pathname).toBe('/'))
})

test('never redirects to another site after a login', async () => {
  const { email, password } = await buildDriver(base, { country_code: 'CA', language: 'en' })
  // Browsers read this as //evil.example; paths.test.ts covers other spellings.
  const user = await openPage(`/auth?next=${encodeURIComponent('/\t/evil.example')}`)
  const assign = vi.spyOn(window.location, 'assign')
  const replace = vi.spyOn(window.location, 'replace')
  await logIn(user, email, password)
  expect(await screen.findAllByRole('button', { name: pattern(words.shell.nav.account) })).not.toEqual([])
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(window.location.origin).toBe(base)
  expect([...assign.mock.calls, ...replace.mock.calls]).toEqual([])
})

test('reports a social login flag without a token and removes it', async () => {
  const user = await openPage('/wallet')
  localStorage.setItem('social_login_success', 'true')
  await user.click(await screen.findByRole('button', { name: 'Login to Continue' }))
  expect(await screen.findByText('No successful social login found')).toBeTruthy()
  expect(localStorage.getItem('social_login_success')).toBeNull()
  // The open dialog is state of a module, which later tests share.
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('completes a social login that has its flag and token when the dialog opens', async () => {
  const { token, email } = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const user = await openPage('/wallet')
  const prompt = await screen.findByRole('button', { name: 'Login to Continue' })
  localStorage.setItem('social_login_success', 'true')
  localStorage.setItem('parkwell_user_token', token)
  await user.click(prompt)
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(localStorage.getItem('profile')).toContain(email)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('disables sign-in with Google and Apple if the server has no keys for it', async () => {
  await openPage('/auth')
  expect(
    await screen.findByText('Social login is currently unavailable. Please try logging in with email and password.'),
  ).toBeTruthy()
  for (const provider of ['google', 'apple'] as const)
    expect(screen.getByRole('button', { name: words.auth.social.with[provider] }).getAttribute('aria-disabled')).toBe(
      'true',
    )
})
