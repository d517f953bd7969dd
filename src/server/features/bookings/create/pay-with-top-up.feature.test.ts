import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { addFunds, createPaymentIntent, getPaymentState } from '#contract/wallet/wallet.ts'
import { checkPendingTopUps } from '#server/features/wallet/jobs.ts'
import { payAs } from '#simulators/test-kit.ts'
import {
  bookingCallsOf,
  changeTariff,
  expectConsistentData,
  buildHold,
  mailsOf,
  buildPromo,
  outcomeOf,
  setBalance,
} from '#test/kits/bookings-kit.ts'
import { mailsTo } from '#test/kits/mailbox.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { advanceBookings } from '../lifecycle/advance.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld()
})
afterEach(async () => {
  world.simulators.control.reset()
  await world.simulators.control.settled()
  await expectConsistentData(world)
})
afterAll(() => world.close())

/** A driver without money, a car park, and a hold of CA$4.35 there. */
async function newHold({ capacity = 1, ...quoteFields }: { capacity?: number; promo_code?: string } = {}) {
  const park = await world.buildPark({ capacity })
  const driver = await world.buildDriver({ country_code: 'CA' })
  const held = await buildHold(world, driver, park, { from: 8, length: 8, quoteFields })
  return { park, driver, held, calls: bookingCallsOf(world, driver) }
}

const startFor = (driver: Driver, { id }: Pick<Booking, 'id'>, amount = 4.35) =>
  world.startTopUp(driver, amount, {}, id)

/** Pays at the provider, whose webhooks do not come. */
async function payFor(driver: Driver, held: Booking, amount?: number): Promise<string> {
  world.simulators.control.set('stripe', { webhooks: 'never' })
  const { reference, page } = await startFor(driver, held, amount)
  await payAs(page, 'success')
  return reference
}

const stateOf = async (reference: string) => (await world.call(getPaymentState, { params: { reference } })).body

describe('a hold is paid when its top-up is credited', () => {
  test('by the webhook, with the browser closed at the provider', async () => {
    const { driver, held, calls } = await newHold()
    const { reference, page } = await startFor(driver, held)
    await payAs(page, 'success')
    await expect.poll(async () => (await calls.see(held.id)).status).toBe('active')
    expect(await calls.see(held.id)).toMatchObject({
      payment_status: 'paid',
      total: 4.35,
      held_until: null,
      pass: { payload: expect.any(String) },
    })
    expect(await world.balance(driver)).toBe(0)
    expect(await mailsOf(world, driver)).toEqual([`Booking confirmed: ${held.booking_code}`])
    expect(await stateOf(reference)).toEqual({ status: 'success', is_booked: true })
  })

  test('on the driver’s return, which says so each time', async () => {
    const { driver, held } = await newHold()
    const reference = await payFor(driver, held)
    expect(await stateOf(reference)).toEqual({ status: 'pending', is_booked: null })
    for (let visit = 0; visit < 2; visit += 1) {
      const { body } = await world.verify(driver, reference)
      expect(body).toMatchObject({
        status: 'success',
        message: 'Your payment has arrived and your space is booked.',
        data: { amount: 4.35, new_balance: 0, booking: { result: 'paid', booking_code: held.booking_code } },
      })
    }
  })

  test('by the job, with what the wallet had before', async () => {
    const { driver, held, calls } = await newHold()
    await setBalance(world, driver, 300n)
    await payFor(driver, held, 1.35)
    world.clock.advance(1)
    await checkPendingTopUps(world.deps)
    expect(await calls.see(held.id)).toMatchObject({ status: 'active' })
    expect(await world.balance(driver)).toBe(0)
  })

  test('from the form in the page', async () => {
    const { driver, held, calls } = await newHold()
    const body = { amount: 4.35, currency: 'CAD', booking_id: held.id }
    const started = await world.call(createPaymentIntent, { token: driver.token, body })
    const { client_secret, reference } = started.body
    await fetch(`${world.simulators.base_urls.stripe}/stripe/elements`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.simulators.keys.stripe.public_key}` },
      body: new URLSearchParams({ client_secret, payment_method: 'card', number: '4242 4242 4242 4242' }),
    })
    await world.verify(driver, reference)
    expect(await calls.see(held.id)).toMatchObject({ status: 'active' })
  })
})

describe('after the hold has expired', () => {
  test.each([['before', true] as const, ['after', false] as const])(
    'books the space again at the price shown, %s the job has released it',
    async (_when, isReleased) => {
      const { driver, held, calls } = await newHold()
      const reference = await payFor(driver, held)
      world.clock.advance(11)
      if (isReleased) await advanceBookings(world.deps)
      const { body } = await world.verify(driver, reference)
      const booking_code = body.data.booking?.booking_code ?? ''
      expect(body.data.booking).toMatchObject({ result: 'booked_again' })
      const { start_time, end_time, plate, lines } = held
      expect(await calls.see(booking_code)).toMatchObject({
        status: 'active',
        renewed_from: held.id,
        total: 4.35,
        start_time,
        end_time,
        plate,
        lines,
      })
      expect(await calls.see(held.id)).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
      expect(await world.balance(driver)).toBe(0)
      expect(await mailsOf(world, driver)).toEqual([`Booking confirmed: ${booking_code}`])
    },
  )

  test('charges a price that has dropped since', async () => {
    const { driver, park, held } = await newHold()
    const reference = await payFor(driver, held)
    world.clock.advance(11)
    await changeTariff(world, park, 25n)
    const { body } = await world.verify(driver, reference)
    expect(body.data.booking).toMatchObject({ result: 'booked_again' })
    expect(body.data.new_balance).toBeGreaterThan(0)
  })

  test('keeps the discount of a promo code, which is counted once', async () => {
    const { code } = await buildPromo(world, { limit_per_person: 1 })
    const { driver, held, calls } = await newHold({ promo_code: code })
    const reference = await payFor(driver, held, held.total)
    world.clock.advance(11)
    const { body } = await world.verify(driver, reference)
    expect(body.data).toMatchObject({ new_balance: 0, booking: { result: 'booked_again' } })
    expect(await calls.see(body.data.booking!.booking_code)).toMatchObject({ promo_code: code, total: held.total })
  })

  test('leaves the money in the wallet and tells the driver when the space is gone', async () => {
    const { driver, park, held } = await newHold()
    const reference = await payFor(driver, held)
    world.clock.advance(11)
    await advanceBookings(world.deps)
    const { start_time, end_time } = held
    const other = bookingCallsOf(world, await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n }))
    expect(outcomeOf(await other.book({ park_id: park.id, plate: 'B 1', start_time, end_time }))).toBe('201')
    const { body } = await world.verify(driver, reference)
    expect(body).toMatchObject({
      status: 'success',
      message: expect.stringMatching(/no spaces left at these times. \$4.35 has been added to your wallet/),
      data: { new_balance: 4.35, booking: { result: 'no_space', booking_code: held.booking_code } },
    })
    expect(await stateOf(reference)).toEqual({ status: 'success', is_booked: false })
    const [mail, ...more] = await mailsTo(world, driver.email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'Your payment arrived, but your space isn’t booked' })
    expect(mail!.text).toContain('$4.35 is in your wallet.')
    expect(mail!.text).toMatch(/http:\S+\/search\?lat=\S+&lng=\S+&place=\S+&start=\S+&end=/)
    expect(mail!.text).toMatch(/http:\S+\/park\/\S+\?start=/)
  })

  test.each([
    ['costs more', 'price_changed'],
    ['has closed', 'not_offered'],
  ] as const)('leaves the money in the wallet when the car park %s', async (change, result) => {
    const { driver, park, held } = await newHold()
    const reference = await payFor(driver, held)
    world.clock.advance(11)
    if (change === 'costs more') await changeTariff(world, park, 999n)
    else await world.db.updateTable('parks').set({ opening_hours: 'off' }).where('id', '=', park.id).execute()
    const { body } = await world.verify(driver, reference)
    expect(body.data).toMatchObject({ new_balance: 4.35, booking: { result } })
    expect(await mailsTo(world, driver.email)).toHaveLength(1)
  })

  test('books nothing that is over, and nothing that the driver released', async () => {
    const over = await newHold()
    const released = await newHold()
    const late = await payFor(over.driver, over.held)
    const unwanted = await payFor(released.driver, released.held)
    expect(outcomeOf(await released.calls.release(released.held.id))).toBe('204')
    const resultOf = async (driver: Driver, reference: string) =>
      (await world.verify(driver, reference)).body.data.booking?.result
    expect(await resultOf(released.driver, unwanted)).toBe('cancelled')
    world.clock.advance(5 * 60)
    expect(await resultOf(over.driver, late)).toBe('over')
    expect([await world.balance(over.driver), await world.balance(released.driver)]).toEqual([4.35, 4.35])
  })
})

test('does not pay a hold that a partial payment does not cover, and pays it with the rest', async () => {
  const { driver, held, calls } = await newHold()
  world.simulators.control.set('stripe', { webhooks: 'never', paid_percent: 60 })
  const { reference, page } = await startFor(driver, held)
  await payAs(page, 'success')
  const { body } = await world.verify(driver, reference)
  expect(body.data).toMatchObject({ detail: 'partial', new_balance: 2.61, booking: { result: 'not_covered' } })
  expect(await calls.see(held.id)).toMatchObject({ status: 'pending' })
  // The mail about the partial top-up says what to do.
  expect(await mailsTo(world, driver.email)).toHaveLength(1)
  world.errors.splice(0)
  world.simulators.control.reset()
  const rest = await payFor(driver, held, 1.74)
  await world.verify(driver, rest)
  expect(await calls.see(held.id)).toMatchObject({ status: 'active' })
  expect(await world.balance(driver)).toBe(0)
})

test('leaves a second payment for one booking in the wallet and tells the driver', async () => {
  const { driver, held, calls } = await newHold()
  const references = [await payFor(driver, held), await payFor(driver, held)]
  const results = []
  for (const reference of references) results.push((await world.verify(driver, reference)).body.data)
  expect(results).toMatchObject([
    { new_balance: 0, booking: { result: 'paid', booking_code: held.booking_code } },
    { new_balance: 4.35, booking: { result: 'already_paid', booking_code: held.booking_code } },
  ])
  expect(await calls.see(held.id)).toMatchObject({ status: 'active', total: 4.35 })
  expect((await mailsOf(world, driver)).toSorted()).toEqual([
    `Booking confirmed: ${held.booking_code}`,
    'You’ve paid twice: the second payment is in your wallet',
  ])
  const second = await newHold()
  const late = [await payFor(second.driver, second.held), await payFor(second.driver, second.held)]
  world.clock.advance(11)
  const [again, twice] = [await world.verify(second.driver, late[0]!), await world.verify(second.driver, late[1]!)]
  expect(twice.body.data.booking).toEqual({
    result: 'already_paid',
    booking_code: again.body.data.booking!.booking_code,
  })
})

test('credits the money when the booking fails by a defect of ours', async () => {
  const { driver, held } = await newHold()
  const reference = await payFor(driver, held)
  const { publicUrl } = world.deps
  world.deps.publicUrl = () => {
    throw new Error('no address')
  }
  const { body } = await world.verify(driver, reference).finally(() => {
    world.deps.publicUrl = publicUrl
  })
  expect(body.data).toMatchObject({ new_balance: 4.35, booking: { result: 'failed' } })
  expect(world.errors.splice(0)).toEqual([
    expect.stringContaining('could not be paid by a top-up'),
    expect.stringContaining('could not be mailed'),
  ])
})

test('starts only for an own hold that can be paid, in the currency of the top-up', async () => {
  const { driver, held, calls } = await newHold()
  const start = async (token: string, booking_id: string) =>
    outcomeOf(await world.call(addFunds, { token, body: { amount: 500, booking_id } }))
  const other = await world.buildDriver({ country_code: 'CA' })
  const nigerian = await world.buildDriver({ country_code: 'NG' })
  const quoted = await buildHold(world, nigerian, await world.buildPark())
  expect(await start(other.token, held.id)).toBe('404 booking_not_found')
  expect(await start(driver.token, '018f0000-0000-7000-8000-000000000000')).toBe('404 booking_not_found')
  expect(await start(nigerian.token, quoted.id)).toBe('422 validation_failed')
  await calls.release(held.id)
  expect(await start(driver.token, held.id)).toBe('409 hold_expired')
  const late = await buildHold(world, driver, await world.buildPark())
  world.clock.advance(11)
  expect(await start(driver.token, late.id)).toBe('409 hold_expired')
  await setBalance(world, driver, 435n)
  const paid = await buildHold(world, driver, await world.buildPark())
  expect(outcomeOf(await calls.pay(paid.id))).toBe('201')
  expect(await start(driver.token, paid.id)).toBe('409 invalid_transition')
  expect(await world.topUpsOf(driver)).toEqual([])
})

test('returns the payment of a repeated request although its hold has expired since', async () => {
  const { driver, held } = await newHold()
  const retry = { 'idempotency-key': 'one-press' }
  const first = await world.startTopUp(driver, 4.35, retry, held.id)
  world.clock.advance(11)
  expect(await world.startTopUp(driver, 4.35, retry, held.id)).toEqual(first)
})
