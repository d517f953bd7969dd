import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import { errors } from '#i18n/en/errors.ts'
import { newId } from '#server/database/ids.ts'
import { hashPin, setOwnPin } from '#server/features/accounts/counter-pins.ts'
import { hashPassword } from '#server/features/accounts/login/passwords.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { findEnabled } from '#test/kits/pages/booking-page-kit.ts'
import { openPage } from '#test/kits/pages/page-kit.tsx'
import { startPageWorld } from '#test/kits/pages/page-world.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'

const { pos: words } = en
const password = 'a key for every barrier'

test('a counter is locked with a new PIN, unlocked by a colleague, and what was rung up is parked', async () => {
  const world = await startPageWorld()
  world.clock.now = new Date('2026-11-21T13:00:00.000Z')
  const { token: admin } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, admin)
  await buildItem(world, { slug: 'tea', name: 'Tea', prices: { CAD: 1_000n } })
  const password_hash = await hashPassword(password)
  const person = async (first_name: string) => {
    const built = await world.buildDriver()
    await giveRole(world.db, { user_id: built.user_id, role: 'pos_operator', branch_id: branch.id })
    await world.db.updateTable('users').set({ first_name, password_hash }).where('id', '=', built.user_id).execute()
    await world.db
      .updateTable('sessions')
      .set({ confirmed_at: world.clock.now })
      .where('user_id', '=', built.user_id)
      .execute()
    return built
  }
  const opener = await person('Awa')
  const colleague = await person('Moussa')
  await world.db
    .transaction()
    .execute(async (tx) => setOwnPin(tx, colleague.user_id, await hashPin('1470'), world.clock.now))
  const facts = { takes_terminal: true, receipt_width: '80', branch_id: branch.id }
  await world.db
    .insertInto('registers')
    .values({ id: newId(), name: 'Front desk', ...facts })
    .execute()
  const user = await openPage('/desk/pos', { token: opener.token })
  const submit = () => fireEvent.submit([...document.querySelectorAll('form')].at(-1)!)
  await user.click(await screen.findByRole('button', { name: words.open.submit.replace('{{amount}}', '$0.00') }))
  await user.click(await screen.findByRole('button', { name: /^Tea/ }))
  await findEnabled(words.pay.replace('{{amount}}', '$11.00'))

  await user.click(screen.getByRole('button', { name: words.lock.open }))
  const field = await screen.findByLabelText(new RegExp(words.lock.new_pin))
  submit()
  expect(await screen.findByText(errors.fields.required)).toBeTruthy()
  await user.type(field, '1234')
  submit()
  expect(await screen.findByText(errors.fields.pin_common)).toBeTruthy()
  await user.clear(field)
  await user.type(field, '2580')
  submit()
  expect(await screen.findByRole('heading', { level: 1, name: branch.name })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Tea/ })).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Moussa' }))
  submit()
  expect(await screen.findByText(errors.fields.required)).toBeTruthy()
  for (const digit of '1471') await user.click(screen.getByRole('button', { name: digit }))
  submit()
  expect(await screen.findByText(errors.fields.pin_wrong)).toBeTruthy()
  for (const digit of '1470') await user.click(screen.getByRole('button', { name: digit }))
  submit()
  expect(await screen.findByText(words.empty)).toBeTruthy()
  // The cash is the opener's.
  expect(screen.queryByRole('button', { name: words.close.open })).toBeNull()
  expect(screen.getByRole('button', { name: words.events.drawer_opened.open })).toBeTruthy()
  await waitFor(async () =>
    expect(await world.db.selectFrom('parked_sales').select(['name', 'parked_by']).execute()).toEqual([
      { name: words.parked.of.replace('{{name}}', 'Awa'), parked_by: colleague.user_id },
    ]),
  )

  await user.click(await screen.findByRole('button', { name: /^Tea/ }))
  await findEnabled(words.pay.replace('{{amount}}', '$11.00'))
  await user.click(screen.getByRole('button', { name: words.lock.open }))
  await user.click(await screen.findByRole('button', { name: 'Moussa' }))
  await user.click(await screen.findByRole('button', { name: words.lock.use_password }))
  await user.type(await screen.findByLabelText(new RegExp(words.lock.password)), password)
  submit()
  // The same person goes on with what was rung up.
  expect(await findEnabled(words.pay.replace('{{amount}}', '$11.00'))).toBeTruthy()
  // The device is opened again while it is locked.
  await user.click(screen.getByRole('button', { name: words.lock.open }))
  await screen.findByRole('button', { name: 'Moussa' })
  await openPage('/desk/pos', { token: opener.token })
  expect(await screen.findByRole('heading', { name: words.lock.who })).toBeTruthy()
})
