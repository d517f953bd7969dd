import { screen, waitFor } from '@testing-library/react'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import { guard } from '#i18n/en/guard.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { send } from '#test/e2e/kit/drivers.ts'
import { buildInvitation } from '#test/e2e/kit/invitations.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const password = 'a lamp above the barrier'

test('an employee switches two-step verification on, and opens the desk with a recovery code the next time', async () => {
  const email = `invited-${crypto.randomUUID()}@example.com`
  const body = { first_name: 'Ama', password, accept_terms: true }
  const path = `/api/v1/invitations/${await buildInvitation(base, email)}/register`
  const { access_token: token } = await send<{ access_token: string }>(base, 'POST', path, { body })
  const user = await openPage('/desk/profile/second-factor', { token })
  await user.click(await screen.findByRole('button', { name: en.access.factor.begin }))
  // What protects the account asks for the password first.
  await user.type(await screen.findByLabelText(wordsOf.en.auth.password), password)
  await user.click(screen.getByRole('button', { name: en.reauth.confirm }))
  const secret = (await screen.findByText(/^([A-Z2-7]{1,4} ?){8}$/)).textContent.replaceAll(' ', '')
  await user.type(await screen.findByLabelText(en.factor.code), new TOTP({ secret }).generate())
  await user.click(screen.getByRole('button', { name: en.access.factor.confirm }))
  await screen.findByRole('heading', { name: en.access.factor.codes })
  const [recovery_code = '', atGate = ''] = screen
    .getAllByText(/^(\w{4}-){3}\w{4}$/)
    .map(({ textContent }) => textContent)
  await user.click(screen.getByRole('button', { name: en.access.factor.done }))
  expect(await screen.findByText(en.access.factor.on)).toBeTruthy()
  const login = { identifier: email, password }
  const again = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body: login })
  const later = await openPage('/desk', { token: again.access_token })
  await later.click(await screen.findByRole('button', { name: en.factor.by_recovery }))
  await later.type(screen.getByLabelText(en.factor.recovery_code), recovery_code)
  await later.click(screen.getByRole('button', { name: en.reauth.confirm }))
  await screen.findByRole('heading', { level: 1, name: en.dashboard.title })
  await waitFor(() => expect(screen.queryByLabelText(en.factor.recovery_code)).toBeNull())
  // The app of guards asks for it itself, before it says that this employee is no guard.
  const third = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body: login })
  const gate = await openPage('/guard', { token: third.access_token })
  await gate.click(await screen.findByRole('button', { name: guard.factor.by_recovery }))
  await gate.type(screen.getByLabelText(guard.factor.recovery_code), atGate)
  await gate.click(screen.getByRole('button', { name: guard.factor.confirm }))
  await screen.findByRole('heading', { name: guard.denied })
})
