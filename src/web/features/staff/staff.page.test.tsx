import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/catalogue.ts'
import { newDriver, send, staffMember } from '#test/e2e/drivers.ts'
import { base, openPage } from '#test/page-kit.tsx'

const { staff: words, errors } = wordsOf.en
let token: string
beforeAll(async () => {
  const body = { identifier: staffMember.email, password: staffMember.password }
  token = (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
})

const findNote = async (card: HTMLElement, text: RegExp) =>
  (await within(card).findByText(text)).closest('li')!.textContent

test('shows 403 on a page that requires another role', async () => {
  await openPage('/staff/money', await newDriver(base, { country_code: 'CA', language: 'en' }))
  expect(await screen.findByRole('heading', { name: '403 Access Denied!' })).toBeTruthy()
  expect(await screen.findByText('You tried to access a page you did not have prior authorization for.')).toBeTruthy()
})

test('resolves a discrepancy with a reason and removes it from the list', async () => {
  const user = await openPage('/staff/money', { token })
  await user.selectOptions(await screen.findByRole('combobox', { name: words.money.kind }), 'amount')
  await waitFor(() => expect(window.location.search).toBe('?kind=amount'))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  const findCard = () => screen.findByRole('article')
  const resolve = async () => user.click(within(await findCard()).getByRole('button', { name: words.money.resolve }))
  expect((await findCard()).textContent).toMatch(
    /Our record\s*\$20\.00\s*Requested\s*.*Stripe’s record\s*\$18\.50\s*Paid/,
  )
  await resolve()
  expect(await within(await findCard()).findByText(errors.fields.required)).toBeTruthy()
  await user.type(within(await findCard()).getByRole('textbox'), 'The card was refunded 1.50')
  await resolve()
  expect(await screen.findByRole('heading', { name: words.list.none })).toBeTruthy()
  await user.click(within(screen.getByRole('radiogroup')).getByText(new RegExp(`^${words.money.states.resolved}`)))
  expect(await findNote(await findCard(), /refunded 1\.50/)).toContain(staffMember.email)
})
