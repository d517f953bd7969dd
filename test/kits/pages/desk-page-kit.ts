import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import { pattern } from '#test/e2e/kit/catalogue.ts'
import { send, staffMember } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from './page-kit.tsx'

/* Steps that the page tests of the desk share. */

type Member = typeof staffMember

export const logIn = async ({ email, password }: Member): Promise<string> =>
  (
    await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', {
      body: { identifier: email, password },
    })
  ).access_token

/** Opens a page of the desk, in the words of a country that says “car park”. */
export const openDesk = (path: string, token: string): Promise<UserEvent> => openPage(path, { token, country: 'NG' })

/** A field whose label begins with this text. */
export const labelled = (label: string): RegExp => new RegExp(`^${pattern(label).source}`)

export const findDialog = async () => within(await screen.findByRole('dialog'))

/** Enters a value in place of the one before; in a list, chooses it. */
export async function setField(user: UserEvent, field: HTMLElement, value: string): Promise<void> {
  if (field instanceof HTMLSelectElement) {
    await waitFor(() =>
      expect(
        [...field.options].some((option) => [option.value, option.text].includes(value)),
        value,
      ).toBe(true),
    )
    await user.selectOptions(field, value)
    return
  }
  // Days and times have a field for each of their parts.
  if (field instanceof HTMLInputElement && field.type.startsWith('date')) {
    fireEvent.change(field, { target: { value } })
    return
  }
  await user.clear(field)
  if (value !== '') await user.type(field, value)
}

/** Presses an action of a record, fills its dialog by labels, and sends it. */
export async function act(user: UserEvent, name: string, values: Record<string, string> = {}): Promise<void> {
  await user.click(await screen.findByRole('button', { name }))
  const dialog = await findDialog()
  for (const [label, value] of Object.entries(values))
    await setField(user, (await dialog.findAllByLabelText(labelled(label)))[0]!, value)
  await user.click(dialog.getByRole('button', { name }))
}

/** Enters the password that a change demands again. */
export async function confirmPassword(user: UserEvent, { password }: Pick<Member, 'password'>): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: en.reauth.title }))
  await user.type(dialog.getByLabelText(en.reauth.password), password)
  await user.click(dialog.getByRole('button', { name: en.reauth.confirm }))
}

/** Follows the first link of the only row of a list. */
export async function openOnlyRow(user: UserEvent): Promise<void> {
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1))
  await user.click(within(screen.getByRole('rowheader')).getByRole('link'))
}
