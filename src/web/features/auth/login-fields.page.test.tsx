import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { wordsOf } from '#test/e2e/catalogue.ts'
import { openPage } from '#test/page-kit.tsx'

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
