import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import { errors } from '#i18n/en/errors.ts'
import { newId } from '#server/database/ids.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { openPage } from '#test/kits/pages/page-kit.tsx'
import { startPageWorld } from '#test/kits/pages/page-world.ts'
import { buildBranch } from '#test/kits/shop-kit.ts'

const { pos: words } = en
const { parking } = words

/** A manager with an open shift of a branch that has a car park, in the dialog for parking. */
async function openParking() {
  const world = await startPageWorld()
  const { token: admin } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, admin)
  const park = await world.buildPark()
  await world.db.insertInto('branch_parks').values({ branch_id: branch.id, park_id: park.id }).execute()
  const { user_id, token } = await world.buildDriver()
  await giveRole(world.db, { user_id, role: 'pos_operator', branch_id: branch.id })
  await giveRole(world.db, { user_id, role: 'branch_manager', branch_id: branch.id })
  const facts = { takes_terminal: true, receipt_width: '58', branch_id: branch.id }
  await world.db
    .insertInto('registers')
    .values({ id: newId(), name: 'Gate', ...facts })
    .execute()
  const user = await openPage('/desk/pos', { token })
  await user.type(await screen.findByLabelText(words.count.pieces.replace('{{value}}', '$20.00')), '5')
  await user.click(screen.getByRole('button', { name: words.open.submit.replace('{{amount}}', '$100.00') }))
  await user.click(await screen.findByRole('button', { name: parking.open }))
  return { world, user }
}
const dialog = async () => within((await screen.findAllByRole('dialog')).at(-1)!)
const submit = () => fireEvent.submit(screen.getAllByRole('dialog').at(-1)!.querySelector('form')!)

test('a space is booked for a plate and paid in cash, printed with its pass, and refunded from the drawer', async () => {
  const { world, user } = await openParking()
  const form = await dialog()
  const plate = await form.findByLabelText(new RegExp(en.orders.phone.plate))
  submit()
  expect(await form.findByText(errors.fields.required)).toBeTruthy()
  await user.type(plate, 'abc 123')
  const take = await waitFor(() => {
    const button = form.getByRole('button', { name: /^Take \$/ })
    expect(button).toHaveProperty('disabled', false)
    return button
  })
  await user.click(form.getByRole('button', { name: /^1\sh$/ }))
  await waitFor(() => expect(take.getAttribute('aria-busy')).not.toBe('true'))
  await waitFor(() => {
    submit()
    expect(screen.getByLabelText(new RegExp(`^${words.payment.given}`))).toBeTruthy()
  })
  const payment = await dialog()
  await user.type(payment.getByLabelText(new RegExp(`^${words.payment.given}`)), '50')
  submit()
  expect(await screen.findByText(/^Change: \$/)).toBeTruthy()
  const booking = await world.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
  expect([booking.plate, booking.status]).toEqual(['ABC 123', 'active'])
  const receipt = (await dialog()).getByRole('link', { name: words.done.receipt })
  expect(receipt.getAttribute('href')).toBe(`/desk/parking-receipts/${booking.booking_code}?width=58`)

  await user.click((await dialog()).getByLabelText(parking.tabs.find))
  await user.type((await dialog()).getByLabelText(parking.search), booking.booking_code.toLowerCase())
  submit()
  await user.click(await screen.findByRole('button', { name: /^Pay \$.* out of the drawer$/ }))
  expect(await screen.findByText(/^Give the customer \$/)).toBeTruthy()
  const row = await world.db.selectFrom('bookings').select('status').executeTakeFirstOrThrow()
  expect(row.status).toBe('cancelled')
  await world.expectBalancedLedger()
})
