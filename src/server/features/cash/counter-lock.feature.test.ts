import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listSessions } from '#contract/accounts/account.ts'
import { getProfile } from '#contract/accounts/auth.ts'
import { getOwnPin, isGuessablePin, setOwnPin } from '#contract/accounts/counter-pin.ts'
import { clearCounterPin, logOutPerson } from '#contract/accounts/desk/people.ts'
import * as lock from '#contract/cash/counter-lock.ts'
import * as own from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import { shiftEntryList } from '#contract/cash/desk/shifts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { sendOfflineSale } from '#contract/orders/desk/offline-sales.ts'
import * as pos from '#contract/orders/desk/pos.ts'
import { getWallet } from '#contract/wallet/wallet.ts'
import { hashPassword } from '#server/features/accounts/login/passwords.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildStock } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

const password = 'a key for every barrier'
let desk: { world: World; manager: Driver; branch: { id: string; name: string }; item_id: string }
let [opener, colleague, stranger]: Driver[] = []
let shift_id: string
let register_id: string

beforeAll(async () => {
  const world = await createWorld({ settings: { RATE_LIMITS: 'on' } })
  const manager = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, manager.token)
  const item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  await buildStock(world, branch.id, item_id, 1_000)
  desk = { world, manager, branch, item_id }
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  const password_hash = await hashPassword(password)
  const person = async (name: string) => {
    const built = await world.buildDriver({ balance_minor: 5_000n })
    await world.db
      .updateTable('users')
      .set({ password_hash, first_name: name })
      .where('id', '=', built.user_id)
      .execute()
    await confirm(built)
    return built
  }
  opener = await person('Opener')
  colleague = await person('Colleague')
  stranger = await person('Stranger')
  for (const { user_id } of [opener, colleague])
    await giveRole(world.db, { user_id, role: 'pos_operator', branch_id: branch.id })
  const body = { branch_id: branch.id, name: 'Front desk', takes_terminal: true, receipt_width: '80' as const }
  register_id = (await world.call(createRegister, { token: manager.token, body })).body.id
  await open()
})
afterEach(() => desk.world.expectBalancedLedger())
afterAll(() => desk.world.close())

const confirm = ({ user_id }: Driver) =>
  desk.world.db
    .updateTable('sessions')
    .set({ confirmed_at: desk.world.clock.now })
    .where('user_id', '=', user_id)
    .execute()
const open = async () => {
  const opened = await desk.world.call(own.openShift, {
    token: opener!.token,
    body: { register_id, count: { 2_000: 5 } },
  })
  shift_id = opened.body.id
}
const setPin = (pin: string, { token } = colleague!) => desk.world.call(setOwnPin, { token, body: { pin } })
const lockIt = () => desk.world.call(lock.lockCounter, { token: opener!.token })
const unlock = (body: Omit<BodyOf<typeof lock.unlockCounter>, 'user_id'>, { user_id } = colleague!) =>
  desk.world.call(lock.unlockCounter, { token: opener!.token, body: { user_id, ...body } })
const sell = () =>
  desk.world.call(pos.createSale, {
    token: opener!.token,
    body: { id: crypto.randomUUID(), lines: [{ item_id: desk.item_id, quantity: 1 }], total: 11 },
  })
const readEntries = async () =>
  (await desk.world.call(shiftEntryList.endpoint, { token: desk.manager.token, query: { shift: shift_id } })).body.items

test('a PIN has four to six digits that are not tried first', async () => {
  for (const pin of ['123', '1234567', '12a4', '1111', '4567', '98765'])
    expect(outcomeOf(await setPin(pin))).toBe('422 validation_failed pin')
  expect(['1357', '0852', '112233'].filter(isGuessablePin)).toEqual([])
  const { world } = desk
  await world.db.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', colleague!.user_id).execute()
  expect(outcomeOf(await setPin('2580'))).toBe('403 reauth_required')
  await confirm(colleague!)
  expect(outcomeOf(await setPin('2580'))).toBe(200)
  expect((await world.call(getOwnPin, { token: colleague!.token })).body.set_at).toBe('2026-11-21T17:00:00.000Z')
  const { pin_hash } = await world.db.selectFrom('counter_pins').selectAll().executeTakeFirstOrThrow()
  expect(pin_hash).toMatch(/^\$argon2id\$/)
})

test('a locked counter does nothing but unlock, and acts there alone for whoever unlocked it', async () => {
  const { world, branch } = desk
  const { token } = opener!
  expect(outcomeOf(await unlock({ pin: '2580' }))).toBe('403 forbidden')
  const locked = await lockIt()
  expect(locked.body).toMatchObject({ id: opener!.user_id, permissions: [], counter: { is_locked: true } })
  const shown = (await world.call(lock.getCounterLock, { token })).body
  expect(shown).toMatchObject({ branch: branch.name, register: 'Front desk', shift_number: 1 })
  expect(shown.operators.map(({ name, has_pin }) => [name, has_pin])).toEqual([
    ['Opener', false],
    ['Colleague', true],
  ])
  for (const refused of [
    await sell(),
    await world.call(own.getOwnShift, { token }),
    await world.call(getWallet, { token }),
    await world.call(listSessions, { token }),
    await setPin('2581', opener),
  ])
    expect(refused.status).toBe(403)

  expect(outcomeOf(await unlock({ pin: '2580' }, stranger))).toBe('404 not_found')
  const unlocked = await unlock({ pin: '2580' })
  expect(unlocked.body).toMatchObject({
    id: colleague!.user_id,
    permissions: ['pos.sell', 'pos.discount', 'orders.view'].filter((name) => unlocked.body.permissions.includes(name)),
    counter: { is_locked: false, owner_id: opener!.user_id },
  })
  const own_shift = (await world.call(own.getOwnShift, { token })).body.shift!
  expect([own_shift.id, own_shift.is_own, own_shift.has_pin, own_shift.lock_minutes]).toEqual([
    shift_id,
    false,
    true,
    3,
  ])
  const sold = await sell()
  expect(outcomeOf(sold)).toBe(201)
  const event = { kind: 'drawer_opened' as const, reason: 'To give change' }
  expect(outcomeOf(await world.call(own.logShiftEvent, { token, body: event }))).toBe(200)
  const placed = await world.db
    .selectFrom('orders')
    .select('placed_by')
    .where('id', '=', sold.body.id)
    .executeTakeFirstOrThrow()
  expect(placed.placed_by).toBe(colleague!.user_id)
  const entries = (await readEntries()).map(({ kind, operator }) => `${kind} ${operator}`)
  expect(entries.toSorted()).toEqual(['drawer_opened Colleague', 'sale Colleague'])
  // Neither the wallet of the one nor of the other, and no cash, which is the opener's to answer for.
  expect((await world.call(getWallet, { token })).status).toBe(403)
  const cash = { kind: 'cash_out' as const, amount: 20, reason: 'To the safe' }
  expect(outcomeOf(await world.call(own.moveCash, { token, body: cash }))).toBe('403 shift_of_another')
  expect(outcomeOf(await world.call(own.closeShift, { token, body: { count: {} } }))).toBe('403 shift_of_another')
  expect(outcomeOf(await world.call(own.openShift, { token, body: { register_id, count: {} } }))).toBe(
    '403 counter_only',
  )
  // The colleague's own devices are no counter.
  expect((await world.call(own.getOwnShift, { token: colleague!.token })).body.shift).toBeNull()
  expect((await world.call(getProfile, { token: colleague!.token })).body.counter).toBeUndefined()
})

test('wrong PINs are counted for the person and stored, and the password goes on', async () => {
  const { world } = desk
  await lockIt()
  for (let tries = 0; tries < 5; tries += 1)
    expect(outcomeOf(await unlock({ pin: '0000' }))).toBe('422 validation_failed pin')
  expect(outcomeOf(await unlock({ pin: '2580' }))).toBe('429 too_many_attempts')
  expect(outcomeOf(await unlock({ password: 'not this one' }))).toBe('422 validation_failed password')
  expect(outcomeOf(await unlock({ password, new_pin: '2581' }))).toBe(200)
  await lockIt()
  world.clock.advance(16)
  expect(outcomeOf(await unlock({ pin: '2580' }))).toBe('422 validation_failed pin')
  expect(outcomeOf(await unlock({ pin: '2581' }))).toBe(200)
  expect(outcomeOf(await sell())).toBe(201)
})

test('what was sold without a network is of whoever had unlocked the counter then', async () => {
  const { world } = desk
  expect(outcomeOf(await unlock({ password, new_pin: '1470' }, opener))).toBe(200)
  const send = (operator_id: string) =>
    world.call(sendOfflineSale, {
      token: opener!.token,
      params: { id: shift_id },
      body: {
        id: crypto.randomUUID(),
        lines: [{ item_id: desk.item_id, quantity: 1 }],
        sold_at: world.clock.now.toISOString(),
        total: 11,
        operator_id,
      },
    })
  // Somebody who was never there sells nothing: it is of who sends it.
  const sent = [await send(colleague!.user_id), await send(stranger!.user_id)]
  const entries = await readEntries()
  expect(
    sent.map(({ body }) => entries.find(({ order_number }) => order_number === body.order_number)?.operator),
  ).toEqual(['Colleague', 'Opener'])
})

test('a PIN that a manager clears, or a person whose devices are logged out, locks the counter', async () => {
  const { world, manager } = desk
  const params = { id: colleague!.user_id }
  const isLocked = async () => (await world.call(getProfile, { token: opener!.token })).body.counter?.is_locked
  expect(outcomeOf(await unlock({ pin: '2581' }))).toBe(200)
  expect(await isLocked()).toBe(false)
  expect(outcomeOf(await world.call(clearCounterPin, { token: manager.token, params }))).toBe(200)
  expect(await isLocked()).toBe(true)
  expect(outcomeOf(await unlock({ pin: '2581' }))).toBe('422 validation_failed pin')
  expect(outcomeOf(await unlock({ password }))).toBe(200)
  expect(outcomeOf(await world.call(logOutPerson, { token: manager.token, params }))).toBe(200)
  expect(await isLocked()).toBe(true)
  expect(outcomeOf(await unlock({ password, new_pin: '2583' }))).toBe(200)
  await world.db.updateTable('users').set({ disabled_at: world.clock.now }).where('id', '=', params.id).execute()
  expect(await isLocked()).toBe(true)
  expect(outcomeOf(await unlock({ pin: '2583' }))).toBe('404 not_found')
})

test('closing the shift logs the device out, and whoever opens the next one logs in', async () => {
  const { world } = desk
  const { token } = opener!
  expect(outcomeOf(await unlock({ pin: '1470' }, opener))).toBe(200)
  const { expected } = (await world.call(own.getOwnShift, { token })).body.shift!
  const count = { 5: Math.round(expected.amount * 20) }
  expect(outcomeOf(await world.call(own.closeShift, { token, body: { count } }))).toBe(200)
  expect((await world.call(getProfile, { token })).status).toBe(401)
})
