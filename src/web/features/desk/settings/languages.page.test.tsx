import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import { first } from '#i18n/en/first.ts'
import { adminMember, send } from '#test/e2e/kit/drivers.ts'
import { confirmPassword, labelled, logIn, openDesk, setField } from '#test/kits/pages/desk-page-kit.ts'
import { base } from '#test/kits/pages/page-kit.tsx'
import { startAdminWorld } from '#test/kits/pages/page-world.ts'

const { settings, records } = en
const { label } = first.shell.language

/** Sets a sentence to its default again once the test is done, so that other tests find what they expect. */
const restoreLater = (token: string, field: string): void =>
  onTestFinished(async () => {
    const path = '/api/v1/admin/settings/sentences'
    const { version } = await send<{ version: number }>(base, 'GET', path, { token })
    await send(base, 'POST', `${path}/restore`, { token, body: { field, version } })
  })

test('French is switched off after a question that names where it is needed', async () => {
  // Pages in French are read from the shared server meanwhile.
  const { token } = await startAdminWorld()
  const user = await openDesk('/desk/settings/languages', token)
  const offer = await screen.findByLabelText(labelled(records.settings.fields.fr))
  await user.click(offer)
  await user.click(screen.getByRole('button', { name: en.form.save }))
  const question = within(await screen.findByRole('dialog', { name: settings.languages.switch_off }))
  expect(question.getByText(/Quebec.*Senegal/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: settings.languages.switch_off_now }))
  expect(await screen.findByText(settings.languages.french_off)).toBeTruthy()
})

test('a text is found, refused without its value, changed and restored', async () => {
  const token = await logIn(adminMember)
  restoreLater(token, 'en.shell.language.change')
  const user = await openDesk('/desk/settings/sentences', token)
  await setField(user, await screen.findByLabelText(settings.sentences.search), 'shell.language.change')
  const change = new RegExp(`shell\\.language\\.change, ${en.words.languages.en}`)
  await user.click(await screen.findByRole('button', { name: change }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByLabelText(settings.sentences.text)
  await setField(user, field, `${label}!`)
  await user.click(dialog.getByRole('button', { name: en.form.save }))
  await confirmPassword(user, adminMember).catch(() => undefined)
  expect(
    await dialog.findByText(/\{\{language\}\}/, { selector: '[data-field-error], [data-field-error] *' }),
  ).toBeTruthy()
  // As it is typed, braces would be keys of the keyboard.
  await user.clear(field)
  await user.click(field)
  await user.paste('Speaks {{language}}')
  await user.click(dialog.getByRole('button', { name: en.form.save }))
  // The dialog shows what is typed as well: the table has it once the dialog has closed.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await screen.findAllByText('Speaks {{language}}')).length).toBeGreaterThan(0)
  const history = within((await screen.findByRole('heading', { name: settings.earlier })).closest('section')!)
  expect(history.getByText('en.shell.language.change')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: change }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: settings.sentences.restore }))
  await waitFor(() => expect(screen.queryByText(settings.sentences.changed)).toBeNull())
})
