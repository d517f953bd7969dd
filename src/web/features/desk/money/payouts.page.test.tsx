import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { findOrCreatePartner } from '#test/kits/desk/access-kit.ts'
import { findPayee } from '#test/kits/desk/payouts-kit.ts'
import { act, findDialog, labelled, setField } from '#test/kits/pages/desk-page-kit.ts'
import { openPage } from '#test/kits/pages/page-kit.tsx'
import { startAdminWorld } from '#test/kits/pages/page-world.ts'

const { records, words, lists } = en
const { account_dialog, payees } = records
const { errors } = wordsOf.en

async function openPayee(country_code: 'NG' | 'US') {
  const { world, token } = await startAdminWorld()
  const { id } = await findPayee(world, await findOrCreatePartner(world.db, country_code, 'City Parking'))
  const user = await openPage(`/desk/payees/${id}`, { token, country: country_code })
  await screen.findByRole('heading', { name: 'City Parking', level: 1 })
  return user
}

test('an account is typed, checked at each field and verified by the provider', async () => {
  const user = await openPayee('NG')
  await act(user, payees.actions.identity, {
    [payees.fields.entity]: 'company',
    [payees.fields.legal_name]: 'City Parking Ltd',
    [payees.fields.registration_number]: 'RC 123456',
    [payees.fields.tax_number]: '12345678-0001',
    [payees.fields.address]: '12 Marina Road, Lagos',
  })
  await screen.findByText(payees.done.identity)
  await user.click(screen.getByRole('button', { name: payees.actions.account }))
  const dialog = await findDialog()
  const bank = await dialog.findByRole('combobox', { name: labelled(account_dialog.bank) })
  const holder = dialog.getByLabelText<HTMLInputElement>(labelled(account_dialog.holder_name))
  expect(holder.value).toBe('City Parking Ltd')
  const submit = dialog.getByRole('button', { name: payees.actions.account })
  await user.click(submit)
  expect(await dialog.findByText(errors.fields.required)).toBeTruthy()
  await user.selectOptions(bank, '058')
  await setField(user, dialog.getByLabelText(labelled(account_dialog.fields.number)), '0123456780')
  await user.click(submit)
  expect(await dialog.findByText(errors.fields.account_check)).toBeTruthy()
  await setField(user, dialog.getByLabelText(labelled(account_dialog.fields.number)), '0123456785')
  await user.click(submit)
  expect(await screen.findByText(payees.done.account)).toBeTruthy()
  await waitFor(() => expect(screen.getByText(words.payout_account_states.verified)).toBeTruthy())
  await user.click(screen.getByRole('tab', { name: lists.statements.title }))
  expect(await screen.findByText(lists.statements.empty)).toBeTruthy()
})

test('an account in the United States is entered on Stripe’s page, or as one at a bank', async () => {
  const user = await openPayee('US')
  await user.click(screen.getByRole('button', { name: payees.actions.account }))
  const dialog = await findDialog()
  expect(await dialog.findByText(account_dialog.by_stripe)).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: words.payout_methods.bank }))
  await setField(user, dialog.getByLabelText(labelled(account_dialog.fields.routing_number)), '021000021')
  await setField(user, dialog.getByLabelText(labelled(account_dialog.fields.number)), '123456789')
  await setField(user, dialog.getByLabelText(labelled(account_dialog.bank_name)), 'Chase')
  await setField(user, dialog.getByLabelText(labelled(account_dialog.holder_name)), 'City Parking Inc.')
  await user.click(dialog.getByRole('button', { name: payees.actions.account }))
  const facts = within(await screen.findByRole('main'))
  expect(await facts.findByText(words.payout_account_states.pending)).toBeTruthy()
})
