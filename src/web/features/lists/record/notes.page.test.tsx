import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Notice } from '#contract/notifications/desk.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { adminMember, buildDriver, send, staffMember } from '#test/e2e/kit/drivers.ts'
import { logIn, openDesk } from '#test/kits/pages/desk-page-kit.ts'
import { base } from '#test/kits/pages/page-kit.tsx'

/* What colleagues write about a customer for one another, and whom it mentions. */

const { notes } = en.record

let token: string
let admin: { id: string; first_name: string; token: string }
let customer: string
beforeAll(async () => {
  token = await logIn(staffMember)
  const own = await logIn(adminMember)
  const profile = await send<{ id: string; first_name: string }>(base, 'GET', '/api/v1/users/profile', { token: own })
  admin = { ...profile, token: own }
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  customer = (await send<{ id: string }>(base, 'GET', '/api/v1/users/profile', { token: driver.token })).id
})

const noticesOf = () =>
  send<{ items: Notice[] }>(base, 'GET', '/api/v1/desk/notices', { token: admin.token }).then(({ items }) => items)

test('a colleague is mentioned by the keyboard, reads it under the bell, and the note stands on the record', async () => {
  const user = await openDesk(`/desk/customers/${customer}`, token)
  const field = await screen.findByLabelText<HTMLTextAreaElement>(notes.add)
  expect(screen.getByText(notes.none)).toBeTruthy()
  await user.click(field)
  await user.keyboard('Asked for a refund, please call. @')
  const people = await screen.findByRole('listbox', { name: notes.colleagues })
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).not.toBeNull())
  // The arrow keys go through all of them and begin again.
  const options = within(people).getAllByRole('option')
  for (let step = 0; step < options.length; step += 1) await user.keyboard('{ArrowDown}')
  expect(within(people).getAllByRole('option')[0]!.getAttribute('aria-selected')).toBe('true')
  await user.keyboard(admin.first_name)
  const found = () => within(screen.getByRole('listbox', { name: notes.colleagues })).getAllByRole('option')
  await waitFor(() => expect(found().every(({ textContent }) => textContent.includes(admin.first_name))).toBe(true))
  const index = found().findIndex(({ id }) => id.endsWith(admin.id))
  expect(index).toBeGreaterThanOrEqual(0)
  for (let step = 0; step < index; step += 1) await user.keyboard('{ArrowDown}')
  await user.keyboard('{Enter}')
  expect(field.value).toMatch(/please call\. @\S/)
  await user.click(screen.getByRole('button', { name: notes.submit }))
  await waitFor(() => expect(field.value).toBe(''))
  expect((await screen.findByText(/Asked for a refund, please call/)).tagName).toBe('P')
  await waitFor(async () =>
    expect(await noticesOf()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'mentioned_customer', path: expect.stringContaining(customer) }),
      ]),
    ),
  )
})

test('Escape closes the names and leaves the text; a note of one letter is not sent', async () => {
  const user = await openDesk(`/desk/customers/${customer}`, token)
  const field = await screen.findByLabelText<HTMLTextAreaElement>(notes.add)
  const button = screen.getByRole('button', { name: notes.submit })
  await user.click(field)
  await user.keyboard('@')
  await screen.findByRole('listbox', { name: notes.colleagues })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect([field.value, button.hasAttribute('disabled') || button.getAttribute('aria-disabled') === 'true']).toEqual([
    '@',
    true,
  ])
})
