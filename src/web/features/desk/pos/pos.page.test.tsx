import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createManagerCode } from '#contract/cash/desk/own-shift.ts'
import { payCounterSale } from '#contract/orders/counter-sale.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { errors } from '#i18n/en/errors.ts'
import { newId } from '#server/database/ids.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { findEnabled } from '#test/kits/pages/booking-page-kit.ts'
import { openPage } from '#test/kits/pages/page-kit.tsx'
import { startPageWorld } from '#test/kits/pages/page-world.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { fastest_ms } from './useScanner.ts'

const { pos: words } = en

/** An operator with a register of a branch that sells tea for 11.00, at the counter. */
async function openCounter() {
  const world = await startPageWorld()
  world.clock.now = new Date('2026-11-21T13:00:00.000Z')
  const { token: admin } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, admin, { capacity: 40 })
  await buildItem(world, { slug: 'tea', name: 'Tea', prices: { CAD: 1_000n } })
  const operator = await world.buildDriver()
  await giveRole(world.db, { user_id: operator.user_id, role: 'pos_operator', branch_id: branch.id })
  const facts = { takes_terminal: true, receipt_width: '80', branch_id: branch.id }
  await world.db
    .insertInto('registers')
    .values({ id: newId(), name: 'Front desk', ...facts })
    .execute()
  const user = await openPage('/desk/pos', { token: operator.token })
  const count = async (value: string, pieces: string) =>
    user.type(await screen.findByLabelText(words.count.pieces.replace('{{value}}', value)), pieces)
  /** The button stands outside the form, which this DOM does not submit by it. */
  const submit = () => fireEvent.submit(screen.getByRole('dialog').querySelector('form')!)
  return { world, user, count, submit }
}

test('a day at the counter: opened with a count, a sale with its change, cash taken out, closed to the cent', async () => {
  const { world, user, count, submit } = await openCounter()
  await count('$20.00', '5')
  await user.click(screen.getByRole('button', { name: words.open.submit.replace('{{amount}}', '$100.00') }))
  const tea = await screen.findByRole('button', { name: /^Tea/ })
  expect(screen.getByText(words.empty)).toBeTruthy()
  await user.click(tea)
  await user.click(tea)
  await user.click(await findEnabled(words.pay.replace('{{amount}}', '$22.00')))
  const payment = within(await screen.findByRole('dialog'))
  await user.click(payment.getByRole('button', { name: '$30.00' }))
  expect(payment.getByText('$8.00')).toBeTruthy()
  submit()
  expect(await screen.findByText(words.done.change.replace('{{amount}}', '$8.00'))).toBeTruthy()
  expect(await screen.findByText(new RegExp(words.drawer.replace('{{amount}}', '\\$122.00')))).toBeTruthy()

  await user.click(screen.getByRole('button', { name: words.mail.open }))
  const address = await screen.findByLabelText(new RegExp(words.mail.address))
  submit()
  expect(await screen.findByText(errors.fields.required)).toBeTruthy()
  await user.type(address, 'awa@example.com')
  submit()
  expect(await screen.findByText(words.mail.done)).toBeTruthy()
  const mails = await world.db
    .selectFrom('mails')
    .select('file_name')
    .where('to_address', '=', 'awa@example.com')
    .execute()
  expect(mails).toHaveLength(1)

  await user.click(screen.getByRole('button', { name: words.cash.open }))
  submit()
  const cash = within(await screen.findByRole('dialog'))
  expect((await cash.findAllByText(errors.fields.required)).length).toBe(2)
  await user.type(cash.getByLabelText(new RegExp(words.cash.amount)), '100')
  await user.type(cash.getByLabelText(new RegExp(words.cash.reason)), 'To the safe')
  submit()
  expect(await screen.findByText(new RegExp(words.drawer.replace('{{amount}}', '\\$22.00')))).toBeTruthy()

  await user.click(screen.getByRole('button', { name: words.close.open }))
  submit()
  const closing = within(await screen.findByRole('dialog'))
  expect(await closing.findByText(errors.fields.required)).toBeTruthy()
  await count('$20.00', '1')
  await count('$2.00', '1')
  expect(await closing.findByText(words.close.matches)).toBeTruthy()
  submit()
  expect(await screen.findByRole('heading', { name: words.open.title })).toBeTruthy()
  const shift = await world.db.selectFrom('shifts').selectAll().executeTakeFirstOrThrow()
  expect([shift.expected_minor, shift.counted_minor, shift.needs_approval]).toEqual([2_200n, 2_200n, false])
  await world.expectBalancedLedger()
})

/** A scanner that is a keyboard: the browser's times are those of the events. */
function scan(code: string, { gap_ms = 5 } = {}) {
  let at = performance.now()
  for (const key of [...code, 'Enter']) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: (at += gap_ms) })
    ;(document.activeElement ?? document.body).dispatchEvent(event)
  }
}

test('a scan sells wherever the focus is; typing and scans during a payment sell nothing', async () => {
  const { world, user, count } = await openCounter()
  const item = await world.db.selectFrom('items').select('id').executeTakeFirstOrThrow()
  await world.db
    .insertInto('item_barcodes')
    .values({ gtin: '04006381333931', item_id: item.id, variation_id: null })
    .execute()
  await count('$20.00', '1')
  await user.click(screen.getByRole('button', { name: words.open.submit.replace('{{amount}}', '$20.00') }))
  const search = await screen.findByLabelText(words.search)
  await screen.findByRole('button', { name: /^Tea/ })
  act(() => scan('4006381333931'))
  expect(await screen.findByText(words.scan.added.replace('{{item}}', 'Tea'))).toBeTruthy()
  await user.click(search)
  act(() => scan('4006381333931'))
  await findEnabled(words.pay.replace('{{amount}}', '$22.00'))
  expect(search).toHaveProperty('value', '')
  act(() => scan('96385074'))
  expect(await screen.findByText(words.scan.unknown.replace('{{code}}', '96385074'))).toBeTruthy()
  act(() => scan('4006381333931', { gap_ms: 3 * fastest_ms }))
  await user.click(await findEnabled(words.pay.replace('{{amount}}', '$22.00')))
  const payment = within(await screen.findByRole('dialog'))
  act(() => scan('4006381333931'))
  expect(payment.getAllByText('$22.00').length).toBeGreaterThan(0)
  expect(await world.db.selectFrom('orders').selectAll().execute()).toEqual([])
})

test('finds items by their category and their code', async () => {
  const { user, count, world } = await openCounter()
  await buildItem(world, {
    slug: 'wash',
    name: 'Hand wash',
    kind: 'service',
    work_group: 'wash',
    prices: { CAD: 500n },
  })
  await count('$20.00', '1')
  await user.click(screen.getByRole('button', { name: words.open.submit.replace('{{amount}}', '$20.00') }))
  await user.click(await screen.findByRole('button', { name: 'wash' }))
  expect(screen.queryByRole('button', { name: /^Tea/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: words.all_categories }))
  await user.type(screen.getByLabelText(words.search), 'téa')
  expect(screen.queryByRole('button', { name: /^Hand wash/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^Tea/ })).toBeTruthy()
})

test('part by terminal, and a slip that was entered before is asked about', async () => {
  const { world, user, count, submit } = await openCounter()
  await count('$20.00', '1')
  await user.click(screen.getByRole('button', { name: words.open.submit.replace('{{amount}}', '$20.00') }))
  const sell = async () => {
    await user.click(await screen.findByRole('button', { name: /^Tea/ }))
    await user.click(await findEnabled(words.pay.replace('{{amount}}', '$11.00')))
    const payment = within(await screen.findByRole('dialog'))
    await user.click(payment.getByRole('button', { name: words.payment.all_terminal }))
    submit()
    expect(await payment.findByText(errors.fields.required)).toBeTruthy()
    await user.type(payment.getByLabelText(words.payment.slip), '0042')
    submit()
    return payment
  }
  await sell()
  await user.click(await screen.findByRole('button', { name: words.done.next }))
  const again = await sell()
  await user.click(await again.findByRole('button', { name: words.payment.slip_again }))
  await waitFor(async () => expect(await world.db.selectFrom('orders').selectAll().execute()).toHaveLength(2))
})

test('a voided line asks for its reason, a discount for a manager’s code, and a wallet is waited for', async () => {
  const { world, user, count, submit } = await openCounter()
  await count('$20.00', '1')
  await user.click(screen.getByRole('button', { name: words.open.submit.replace('{{amount}}', '$20.00') }))
  const tea = await screen.findByRole('button', { name: /^Tea/ })
  await user.click(tea)
  await user.click(await findEnabled(words.pay.replace('{{amount}}', '$11.00')))
  await user.click(await screen.findByRole('button', { name: en.close }))
  await user.click(screen.getByRole('button', { name: words.clear }))
  await user.click(await screen.findByRole('button', { name: words.events.reasons.changed_mind }))
  expect(await screen.findByText(words.empty)).toBeTruthy()
  const [voided] = await world.db.selectFrom('shift_entries').selectAll().execute()
  expect([voided?.kind, voided?.detail, voided?.reason]).toEqual([
    'voided',
    '1 × Tea · $11.00',
    words.events.reasons.changed_mind,
  ])

  await user.click(tea)
  await user.click(await screen.findByRole('button', { name: words.discount.open }))
  await user.type(screen.getByLabelText(new RegExp(words.discount.value_percent)), '20')
  await user.type(screen.getByLabelText(new RegExp(words.cash.reason)), 'Scratched')
  await user.type(screen.getByLabelText(new RegExp(words.discount.code)), '000000')
  submit()
  expect(await screen.findByText(errors.manager_code.replace('{{left}}', '4'))).toBeTruthy()
  const { token: manager } = await world.buildDriver({ role: 'admin' })
  const { id: register_id } = await world.db.selectFrom('registers').select('id').executeTakeFirstOrThrow()
  const { body } = await world.call(createManagerCode, { token: manager, body: { register_id } })
  await user.type(screen.getByLabelText(new RegExp(words.discount.code)), body.code)
  submit()
  await user.click(await findEnabled(words.pay.replace('{{amount}}', '$8.80')))
  await user.click(await screen.findByRole('button', { name: words.payment.all_wallet }))
  submit()
  expect(await screen.findByRole('img', { name: words.wallet.code })).toBeTruthy()
  const customer = await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })
  const order = await world.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  await world.call(payCounterSale, { token: customer.token, params: { id: order.order_number } })
  expect(await screen.findByText(words.done.no_change, {}, { timeout: 6_000 })).toBeTruthy()
  await world.expectBalancedLedger()
})

test('a sale is parked under a name, said at the closing, and taken up again', async () => {
  const { user, count, submit } = await openCounter()
  await count('$20.00', '1')
  await user.click(screen.getByRole('button', { name: words.open.submit.replace('{{amount}}', '$20.00') }))
  await user.click(await screen.findByRole('button', { name: /^Tea/ }))
  await findEnabled(words.pay.replace('{{amount}}', '$11.00'))
  await user.click(screen.getByRole('button', { name: words.parked.park }))
  submit()
  expect(await screen.findByText(errors.fields.required)).toBeTruthy()
  await user.type(screen.getByLabelText(new RegExp(words.parked.name)), 'Blue Toyota')
  submit()
  expect(await screen.findByText(words.parked.waiting.replace('{{count}}', '1'))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: words.close.open }))
  expect(await screen.findByText(words.parked.handed_over.replace('{{count}}', '1'))).toBeTruthy()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: en.close }))
  await user.click(await screen.findByRole('button', { name: words.parked.open }))
  await user.click(await screen.findByRole('button', { name: words.parked.take }))
  expect(await findEnabled(words.pay.replace('{{amount}}', '$11.00'))).toBeTruthy()
})

test('closing a shift parks what is being rung up, for the next one to go on with', async () => {
  const { world, user, count, submit } = await openCounter()
  await count('$20.00', '1')
  await user.click(screen.getByRole('button', { name: words.open.submit.replace('{{amount}}', '$20.00') }))
  await user.click(await screen.findByRole('button', { name: /^Tea/ }))
  await user.click(screen.getByRole('button', { name: words.close.open }))
  const closing = within(await screen.findByRole('dialog'))
  expect(closing.getByText(words.parked.closing)).toBeTruthy()
  await count('$20.00', '1')
  submit()
  expect(await screen.findByRole('heading', { name: words.open.title })).toBeTruthy()
  const parked = await world.db.selectFrom('parked_sales').selectAll().execute()
  expect(parked).toMatchObject([
    { name: words.parked.left.replace('{{number}}', '1'), sale: { lines: [{ name: 'Tea' }] } },
  ])
})
