import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver } from '#test/e2e/kit/drivers.ts'
import { buildConfirmedAdmin, buildInvitation, invitationFor } from '#test/e2e/kit/invitations.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en.auth
let admin: string
beforeAll(async () => {
  admin = await buildConfirmedAdmin(base)
})
/** Opens the page of a link without a session. */
function openAsVisitor(token: string) {
  localStorage.removeItem('parkwell_user_token')
  return openPage(`/invitation/${token}`)
}
const newAddress = () => `invited-${crypto.randomUUID()}@example.com`
const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name })

test('staff invite an employee of a branch, who sets a password and is at the desk of that branch', async () => {
  const email = newAddress()
  const user = await openPage('/desk/invite/new', { token: admin })
  await findHeading(en.access.invite.title)
  const send = await screen.findByRole('button', { name: en.access.invite.send })
  await user.click(send)
  expect(await screen.findAllByText(wordsOf.en.errors.fields.required)).not.toEqual([])
  await user.type(screen.getByRole('textbox', { name: en.access.invite.email }), email)
  const choose = (name: string, option: string | RegExp) => {
    const select = screen.getByRole('combobox', { name })
    return user.selectOptions(select, within(select).getByRole('option', { name: option }))
  }
  await choose(en.access.person.role, 'Employee')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: en.access.person.where }).value).toBe('')
  await choose(en.access.person.where, en.words.scopes.branch)
  await choose(en.access.person.place, /Yorkville/)
  await user.click(send)
  await waitFor(() => expect(window.location.pathname).toBe('/desk/invitations'))
  expect(await screen.findAllByText(email)).not.toEqual([])
  const invited = await openAsVisitor(await invitationFor(base, email))
  await findHeading(words.invitation.title)
  await invited.click(await screen.findByRole('button', { name: words.invitation.register }))
  await waitFor(() => expect((document.activeElement as HTMLInputElement).name).toBe('first_name'))
  await invited.type(await screen.findByRole('textbox', { name: words.register.first_name }), 'Ama')
  await invited.type(screen.getByLabelText(words.password), 'a lamp above the barrier')
  await invited.click(screen.getByRole('checkbox'))
  await invited.click(screen.getByRole('button', { name: words.invitation.register }))
  await waitFor(() => expect(window.location.pathname).toBe('/desk'))
  await findHeading(en.dashboard.title)
  expect(localStorage.getItem('desk_branch')).toMatch(/^[0-9a-f-]{36}$/)
})

test('an account’s owner accepts with one press; somebody else is told whose invitation it is', async () => {
  const owner = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const other = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const token = await buildInvitation(base, owner.email)
  await openPage(`/invitation/${token}`, other)
  expect(await screen.findByRole('button', { name: words.invitation.log_out })).toBeTruthy()
  await openAsVisitor(token)
  expect(await screen.findByDisplayValue(owner.email)).toBeTruthy()
  const user = await openPage(`/invitation/${token}`, owner)
  await user.click(await screen.findByRole('button', { name: words.invitation.accept }))
  await waitFor(() => expect(window.location.pathname).toBe('/desk'))
  await openAsVisitor(token)
  await findHeading(words.invitation.used)
  await openAsVisitor('unknown')
  await findHeading(words.invitation.over)
})
