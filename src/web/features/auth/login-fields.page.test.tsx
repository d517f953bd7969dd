import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { endSession } from '#web/api/session.ts'

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

test.each(['en', 'fr'] as const)(
  'Remember me keeps the address and the session, and the devices say until when (%s)',
  async (language) => {
    const { auth, account } = wordsOf[language]
    const { email, password } = await buildDriver(base, { country_code: 'CA', language })
    const logIn = async (isRemembered: boolean) => {
      const user = await openPage('/auth', { language })
      const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: auth.login.remember })
      if (box.checked !== isRemembered) await user.click(box)
      expect(screen.queryAllByText(pattern(auth.login.not_remembered))).toHaveLength(isRemembered ? 0 : 1)
      const field = screen.getByRole('textbox', { name: auth.email })
      await user.clear(field)
      await user.type(field, email)
      await user.type(screen.getByLabelText(auth.password), password)
      await user.click(screen.getByRole('button', { name: auth.login.submit }))
      await waitFor(() => expect(window.location.pathname).toBe('/'))
      await openPage('/profile', { language })
      const device = (await screen.findByText(account.devices.this)).closest('li')!
      const text = device.textContent
      const stored = localStorage.getItem('email')
      cleanup()
      endSession()
      return { text, kept: stored }
    }
    const forgotten = await logIn(false)
    expect(forgotten.kept).toBeNull()
    expect(forgotten.text).toMatch(pattern(account.devices.until_closed))
    const remembered = await logIn(true)
    expect(remembered.kept).toBe(email)
    expect(remembered.text).toMatch(pattern(account.devices.until))
    // The next login finds the address.
    await openPage('/auth', { language })
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: auth.email })).value).toBe(email)
  },
)
