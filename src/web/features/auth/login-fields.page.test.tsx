import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { wordsOf } from '#test/e2e/catalogue.ts'
import { newDriver } from '#test/e2e/drivers.ts'
import { base, openPage } from '#test/page-kit.tsx'

const words = wordsOf.en.auth

test('shows invalid input at its field and sends nothing', async () => {
  const user = await openPage('/auth')
  const calls = vi.spyOn(window, 'fetch')
  const submit = await screen.findByRole('button', { name: words.login.submit })
  await user.click(submit)
  expect(await screen.findAllByText('This field is required!')).toHaveLength(2)
  await user.type(screen.getByRole('textbox', { name: words.email }), 'ada@')
  await user.type(screen.getByLabelText(words.password), 'short')
  await user.click(submit)
  expect(await screen.findAllByText('Please enter a valid email')).not.toEqual([])
  expect(await screen.findAllByText('Password must be at least 8 characters')).not.toEqual([])
  expect(calls.mock.calls.filter(([, init]) => init?.method === 'POST')).toEqual([])
  calls.mockRestore()
})

test('logs in the same with or without Remember me, which keeps the address for the next login', async () => {
  const { email, password } = await newDriver(base, { country_code: 'CA', language: 'en' })
  const logIn = async (isRemembered: boolean) => {
    const user = await openPage('/auth')
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Remember me' })
    if (box.checked !== isRemembered) await user.click(box)
    const field = screen.getByRole('textbox', { name: words.email })
    await user.clear(field)
    await user.type(field, email)
    await user.type(screen.getByLabelText(words.password), password)
    await user.click(screen.getByRole('button', { name: words.login.submit }))
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    const [token, kept] = ['parkwell_user_token', 'email'].map((key) => localStorage.getItem(key))
    cleanup()
    localStorage.clear()
    return { isSignedIn: token !== null, kept }
  }
  expect(await logIn(false)).toEqual({ isSignedIn: true, kept: null })
  expect(await logIn(true)).toEqual({ isSignedIn: true, kept: email })
})
