import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import {
  adminMember,
  book,
  buildDriver,
  parksToBook,
  send,
  staffMember,
  type E2eDriver,
} from '#test/e2e/kit/drivers.ts'
import {
  act,
  confirmPassword,
  findDialog,
  labelled,
  logIn,
  openDesk,
  openOnlyRow,
  setField,
} from '#test/kits/pages/desk-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

const { records, lists, words, record, form, bulk } = en

/** A driver in Canada with a booking for tomorrow. */
async function buildBooking(): Promise<{ driver: E2eDriver; code: string; plate: string }> {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 100 })
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
  const { booking_code } = await book(base, driver, park!)
  const plate = `E2E ${crypto.randomUUID().slice(0, 4).toUpperCase()}`
  await send(base, 'PUT', `/api/v1/bookings/${booking_code}/plate`, { token: driver.token, body: { plate } })
  return { driver, code: booking_code, plate }
}

const balanceOf = async ({ token }: E2eDriver) =>
  (await send<{ data: { balance: number } }>(base, 'GET', '/api/v1/wallet', { token })).data.balance
const press = async (user: Awaited<ReturnType<typeof openDesk>>, role: 'button' | 'tab' | 'link', name: string) =>
  user.click(await screen.findByRole(role, { name }))

test('finds a customer by plate and cancels their booking for the car park', async () => {
  const { driver, code, plate } = await buildBooking()
  const user = await openDesk('/desk/customers', await logIn(staffMember))
  await user.type(await screen.findByRole('searchbox'), `${plate.replace(' ', '-')}{Enter}`)
  await waitFor(() => expect(location.search).toContain('search='))
  await openOnlyRow(user)
  expect((await screen.findAllByText(driver.email)).length).toBeGreaterThan(0)
  await press(user, 'tab', lists.bookings.title)
  await press(user, 'link', code)
  expect(await screen.findByRole('heading', { name: code, level: 1 })).toBeTruthy()
  await act(user, records.bookings.actions.cancel, { [records.bookings.fields.reason]: 'The cellar is flooded' })
  expect(await screen.findByText(records.bookings.done.cancel)).toBeTruthy()
  expect(await screen.findByText(words.pass_states.revoked)).toBeTruthy()
  expect(screen.queryByRole('button', { name: records.bookings.actions.cancel })).toBeNull()
  expect(await balanceOf(driver)).toBe(100)
  const mails = await send<{ subject: string }[]>(base, 'GET', `/dev/mail.json?to=${encodeURIComponent(driver.email)}`)
  expect(mails[0]!.subject).toContain(code)
  // The driver reads who cancelled.
  await openPage(`/booking-details/${code}`, driver)
  expect((await screen.findAllByText(/cancelled by the (car park|parking lot|garage)/i)).length).toBeGreaterThan(0)
})

test('corrects a plate, sends the receipt again, refunds a part with its cause and gives goodwill once', async () => {
  const { driver, code } = await buildBooking()
  const user = await openDesk(`/desk/bookings/${code}`, await logIn(staffMember))
  const { actions, done, fields } = records.bookings
  await act(user, actions.plate, { [lists.bookings.columns.plate]: 'NEW 4711' })
  expect(await screen.findByText(done.plate)).toBeTruthy()
  expect((await screen.findAllByText('NEW 4711')).length).toBeGreaterThan(0)
  await act(user, actions.resend, { [fields.mail]: 'receipt' })
  expect(await screen.findByText(done.resend)).toBeTruthy()
  const before = await balanceOf(driver)
  await act(user, actions.goodwill, { [fields.amount]: '5000', [fields.reason]: 'The lift was broken' })
  const dialog = await findDialog()
  expect((await dialog.findAllByText(/You can give at most/)).length).toBeGreaterThan(0)
  await setField(user, dialog.getAllByLabelText(labelled(fields.amount))[0]!, '5')
  await user.click(dialog.getByRole('button', { name: actions.goodwill }))
  expect(await screen.findByText(done.goodwill)).toBeTruthy()
  expect(await balanceOf(driver)).toBe(before + 5)
  await press(user, 'button', actions.refund)
  const refund = await findDialog()
  const { refund_dialog: refunding } = records
  await user.selectOptions(refund.getByLabelText(labelled(refunding.cause)), 'price_mistake')
  await user.click(refund.getByRole('radio', { name: refunding.part }))
  await setField(user, refund.getByLabelText(labelled(refunding.amount)), '1')
  // What the driver reads is proposed in their language, and is in the email, on the booking and in its history.
  const message = 'We charged you a dollar too much.'
  await waitFor(() =>
    expect(refund.getByLabelText<HTMLTextAreaElement>(labelled(refunding.message)).value).not.toBe(''),
  )
  await setField(user, refund.getByLabelText(labelled(refunding.message)), message)
  await user.click(await refund.findByRole('button', { name: /^Refund .*1\.00$/ }))
  expect(await screen.findByText(done.refund)).toBeTruthy()
  expect(await balanceOf(driver)).toBe(before + 6)
  expect(await screen.findByText(words.booking_events.goodwill)).toBeTruthy()
  expect((await screen.findAllByText(words.refund_causes.price_mistake, { exact: false })).length).toBeGreaterThan(0)
  expect(screen.getByText(message)).toBeTruthy()
  await press(user, 'tab', lists.transactions.title)
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4))
  await openPage(`/booking-details/${code}`, driver)
  expect(await screen.findByText(message)).toBeTruthy()
})

test('offers a later departure, which the driver confirms and pays on the booking’s page', async () => {
  const { driver, code } = await buildBooking()
  const user = await openDesk(`/desk/bookings/${code}`, await logIn(staffMember))
  const { actions } = records.bookings
  const { times_dialog: times } = records
  await press(user, 'button', actions.extend)
  const dialog = await findDialog()
  expect(await dialog.findByText(times.added)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: /^Ask the customer to pay/ }))
  expect(await dialog.findByText('This field is required!')).toBeTruthy()
  await setField(user, dialog.getByLabelText(labelled(times.reason)), 'Their meeting takes longer')
  await user.click(dialog.getByRole('button', { name: /^Ask the customer to pay/ }))
  expect(await screen.findByText(times.asked)).toBeTruthy()
  expect(await screen.findByText(/^Waiting for the customer to confirm the new departure/)).toBeTruthy()
  expect(screen.getByRole('button', { name: actions.withdraw_offer })).toBeTruthy()
  const before = await balanceOf(driver)
  const driving = await openPage(`/booking-details/${code}`, driver)
  expect(await screen.findByRole('heading', { name: 'Confirm your new times' })).toBeTruthy()
  await driving.click(await screen.findByRole('button', { name: /^Confirm and pay/ }))
  expect(await screen.findByText('New times confirmed.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Confirm your new times' })).toBeNull())
  expect(await balanceOf(driver)).toBeLessThan(before)
})

test.runIf(isInTurn('cancels many bookings', 3))(
  'cancels many bookings at once, and says why one is left',
  async () => {
    const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
    const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
    const codes = []
    for (let n = 0; n < 3; n += 1) codes.push((await book(base, driver, park!)).booking_code)
    const path = `/desk/bookings?search=${encodeURIComponent(driver.email)}`
    const user = await openDesk(path, await logIn(staffMember))
    await user.click(await screen.findByRole('checkbox', { name: bulk.select_page }))
    // Meanwhile the driver cancels one of them.
    await send(base, 'PUT', `/api/v1/bookings/${codes[0]}/status?status=cancelled`, { token: driver.token })
    await act(user, records.bookings.actions.cancel, { [records.bookings.fields.reason]: 'Closed for works' })
    const dialog = await findDialog()
    expect(await dialog.findByText(/You can no longer do this with this booking\./)).toBeTruthy()
    expect(await balanceOf(driver)).toBe(200)
    await user.click(dialog.getAllByRole('button', { name: en.close })[0]!)
    await waitFor(() => {
      const rows = screen.getAllByRole('row').slice(1)
      expect(rows.map((row) => within(row).queryByText(words.booking_states.cancelled) !== null)).toEqual([
        true,
        true,
        true,
      ])
    })
  },
)

test('adjusts a wallet once a second person approves it', async () => {
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 20 })
  const second = await buildAdministrator()
  const { actions, done, fields } = records.adjustments
  const token = await logIn(adminMember)
  const user = await openDesk('/desk/adjustments', token)
  await press(user, 'link', lists.adjustments.create)
  const fill = async (label: string, value: string) =>
    setField(user, (await screen.findAllByLabelText(labelled(label)))[0]!, value)
  await screen.findByRole('heading', { name: lists.adjustments.create })
  await fill(lists.adjustments.columns.customer, customer.email)
  await fill(fields.currency, 'CAD')
  await fill(lists.adjustments.columns.amount, '7.5')
  await fill(lists.adjustments.columns.reason, 'Charged twice')
  await press(user, 'button', form.create)
  await confirmPassword(user, adminMember)
  expect((await screen.findAllByText(customer.email)).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: actions.approve })).toBeNull()
  expect(await balanceOf(customer)).toBe(20)

  await waitFor(() => expect(location.pathname).toMatch(/^\/desk\/adjustments\/[\da-f-]{36}$/))
  const { pathname } = location
  const other = await openDesk(pathname, second.token)
  await act(other, actions.approve)
  await confirmPassword(other, second)
  expect(await screen.findByText(done.approve)).toBeTruthy()
  expect(await balanceOf(customer)).toBe(27.5)
  await openDesk(pathname, token)
  expect(await screen.findByText(words.approval_states.approved)).toBeTruthy()
})

/** Makes a new account an administrator, as an admin does in the desk. */
async function buildAdministrator(): Promise<E2eDriver> {
  const person = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const token = await logIn(adminMember)
  const { id } = await send<{ id: string }>(base, 'GET', '/api/v1/users/profile', { token: person.token })
  await send(base, 'POST', '/api/v1/users/confirm-login', { token, body: { password: adminMember.password } })
  const { roles } = await send<{ roles: { id: string; name: string }[] }>(base, 'GET', '/api/v1/admin/grantable', {
    token,
  })
  const role_id = roles.find(({ name }) => name === 'Administrator')!.id
  const body = { assignments: [{ role_id, scope: 'everywhere', place_id: null }] }
  await send(base, 'PUT', `/api/v1/admin/people/${id}/roles`, { token, body })
  return person
}

test.runIf(isInTurn('closes a discrepancy', 3))('closes a discrepancy with a note, and opens it again', async () => {
  const user = await openDesk('/desk/money?kind=fee', await logIn(staffMember))
  await openOnlyRow(user)
  expect((await screen.findAllByText(lists.money.states.open)).length).toBeGreaterThan(0)
  const { actions, done, fields } = records.money
  const note = `The fee was corrected ${crypto.randomUUID().slice(0, 6)}`
  await act(user, actions.resolve, { [fields.note]: note })
  expect(await screen.findByText(done.resolve)).toBeTruthy()
  expect(await screen.findByText(note)).toBeTruthy()
  await press(user, 'button', actions.reopen)
  expect(await screen.findByText(done.reopen)).toBeTruthy()
})

test.runIf(isInTurn('asks the provider', 3))(
  'asks the provider about a top-up and logs a customer’s device out',
  async () => {
    const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 30 })
    const path = `/desk/top-ups?search=${encodeURIComponent(driver.email)}`
    const user = await openDesk(path, await logIn(staffMember))
    await openOnlyRow(user)
    await press(user, 'button', records.top_ups.actions.check)
    expect(await screen.findByText(records.top_ups.done.check)).toBeTruthy()
    await press(user, 'link', 'Ada Diop')
    await press(user, 'tab', records.customers.tabs.wallet)
    expect(await screen.findByText(records.panels.wallet_logged)).toBeTruthy()
    expect((await screen.findAllByText(/30\.00/)).length).toBeGreaterThan(0)
    await press(user, 'tab', records.customers.tabs.devices)
    await user.click(await screen.findByRole('button', { name: labelled(`${records.panels.device_log_out}: `) }))
    expect(await screen.findByText(records.panels.no_devices)).toBeTruthy()
    await expect(send(base, 'GET', '/api/v1/users/profile', { token: driver.token })).rejects.toThrow('401')
  },
)

test('changes a limit, which stays above the one before it', async () => {
  const user = await openDesk('/desk/limits', await logIn(adminMember))
  await press(user, 'button', record.edit)
  const field = await screen.findByLabelText(labelled(records.limits.fields.refund_more_USD))
  await setField(user, field, '1')
  await press(user, 'button', form.save)
  await confirmPassword(user, adminMember)
  expect((await screen.findAllByText('This must be at least the lower limit.')).length).toBeGreaterThan(0)
  await setField(user, field, '1200')
  await press(user, 'button', form.save)
  expect((await screen.findAllByText(/1,200/)).length).toBeGreaterThan(0)
})
